"""What makes the files that the packages carry; it is in the checkout, never in the wheel."""

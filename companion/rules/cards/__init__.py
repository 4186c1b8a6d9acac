"""The card game of colour groups, houses, trading and going out."""

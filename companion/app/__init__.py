"""Where the parts are joined: settings, wiring, the loop, the self-check."""

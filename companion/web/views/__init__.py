"""The blueprints, each a thin layer between a request and the port."""

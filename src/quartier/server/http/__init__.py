"""The web: routes, pages, and everything around a request."""

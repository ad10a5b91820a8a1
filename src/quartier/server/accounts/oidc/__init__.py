"""Signing in where the host has named an issuer of identities, by OpenID Connect."""

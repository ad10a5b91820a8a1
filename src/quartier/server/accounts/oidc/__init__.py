"""OpenID Connect login at the identity providers that the host has configured."""

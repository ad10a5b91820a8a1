"""Accounts: login, sessions, passwords, passkeys, e-mail links, OpenID Connect, API tokens and deletion."""

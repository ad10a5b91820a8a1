"""All SQL for accounts and browsers: sign-ins, email links, linked identities, and their seats."""

"""All SQL for accounts: sign-ins, email links and linked identities."""

"""Names of people: what is a name at all, which are reserved, and who may bear which at a table."""

"""Storage: the database, its tables, all SQL and the migrations."""

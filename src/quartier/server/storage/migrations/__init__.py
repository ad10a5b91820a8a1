"""Alembic migrations, shipped inside the package and run when the server starts."""

"""Alembic's entry point: always online, on the connection that `database.migrate` hands over."""

from alembic import context

from quartier.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite alters tables by copying them
)
with context.begin_transaction():
    context.run_migrations()

"""Request bodies, validated by Pydantic."""

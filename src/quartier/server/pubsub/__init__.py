"""Who watches, and what they are sent."""

"""SQL for notifications: preferences, subscriptions and the delivery queue."""

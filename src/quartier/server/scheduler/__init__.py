"""Scheduler: clocks that run out, disconnects, vacations, downtime, and periodic tasks."""

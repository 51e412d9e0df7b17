"""What the system tells about itself: one register of names, and traces over OTLP when asked."""

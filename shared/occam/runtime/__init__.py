"""What every process gets: settings, supervision, health, versions."""

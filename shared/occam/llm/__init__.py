"""Language models: a client for any provider, recorded and scripted ones, prices, and the till."""

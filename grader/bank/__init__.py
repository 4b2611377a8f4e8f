"""The bank: files with positions, their schema, loading, cache, sets."""

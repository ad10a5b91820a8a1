"""External engine bots, in any language: they speak a text protocol over standard input and output."""

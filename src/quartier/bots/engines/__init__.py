"""Bots that are programs of their own, in any language: they speak a text protocol over standard input and output."""

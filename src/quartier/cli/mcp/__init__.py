"""Games for language models, over the Model Context Protocol: `quartier mcp`."""

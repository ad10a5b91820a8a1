"""The game engine: records, the contract, kernels, and how they are bound to a title."""

"""What a game is to a machine: records, the contract, kernels, and how they are bound to a title."""

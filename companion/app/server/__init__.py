"""The program on the network: listening, certificates, addresses."""

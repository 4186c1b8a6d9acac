"""The subcommands of `companion`, one module each.

A module has `add_parser(subparsers)` and `run(args) -> int`, the exit status. Heavy imports
(cv2, flask) belong inside `run`, so that help and the light commands answer at once.
"""

"""From nothing to all: how what is done to cloth sets in."""
import numpy as np


def smoothstep(t):
    """0 below t = 0, 1 above t = 1, and level at both ends."""
    t = np.clip(t, 0, 1)
    return t * t * (3 - 2 * t)

"""Point-in-polygon and distance-to-polygon for cutting holes."""
import numpy as np


def inside(p, poly):
    a, b = poly, np.roll(poly, -1, 0)
    hit = np.zeros(len(p), bool)
    for (x0, y0), (x1, y1) in zip(a, b):
        cross = (y0 > p[:, 1]) != (y1 > p[:, 1])
        with np.errstate(divide='ignore', invalid='ignore'):
            hit ^= cross & (p[:, 0] < (x1 - x0) * (p[:, 1] - y0) / (y1 - y0) + x0)
    return hit


def near(p, poly):
    a, b = poly, np.roll(poly, -1, 0)
    best = np.full(len(p), np.inf)
    for q0, q1 in zip(a, b):
        d = q1 - q0
        t = np.clip(((p - q0) @ d) / (d @ d), 0, 1)
        best = np.minimum(best, np.linalg.norm(p - q0 - t[:, None] * d, axis=1))
    return best

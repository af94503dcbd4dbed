"""Buttons covered with the garment's own cloth: small domes without a rim or holes."""
import numpy as np

from .trims import sheet


def covered(g, p, n, radius=.0054, depth=.0036):
    """A dome at `p`, facing along `n`."""
    n = n / np.linalg.norm(n)
    a = np.cross(n, [0, 0, 1.0])
    a /= np.linalg.norm(a)
    b = np.cross(n, a)
    th = (2 * np.pi * np.arange(24) / 24)[:, None]
    rim = np.cos(th) * a + np.sin(th) * b
    profile = ((.90, -.1), (1.0, .15), (1.02, .38), (.95, .64), (.78, .85), (.52, .96), (.25, 1.0), (.02, 1.01))
    sheet(g, 'button', np.array([p + radius * r * rim + n * depth * h for r, h in profile]), True, thickness=0)


def on_cuff(g, sleeves, s, out, angle=.75, **kw):
    """One on each cuff, `s` metres from the shoulder, `out` from the arm's axis, `angle` (rad) from the outside to the front."""
    for p, side in zip(sleeves, (1, -1)):
        ring = p.arm_frame(s)[0]
        d = ring[int(len(ring) * angle / (2 * np.pi))] - ring.mean(0)
        d /= np.linalg.norm(d)
        mirror = np.array([side, 1, 1])
        covered(g, (ring.mean(0) + d * out) * mirror, d * mirror, **kw)

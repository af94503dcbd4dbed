"""Buttons covered with the garment's own cloth, small domes without a rim or holes; and the holes buttons go through."""
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


def buttonhole(g, a, b, n, colour=None, tone=.62):
    """A worked hole from `a` to `b`, two points on the cloth whose outward normal is `n`: two close rows of thread, a bar at
    each end, dark between. The thread has the cloth's own colour, `tone` times as bright, unless one is given."""
    n = n / np.linalg.norm(n)
    long = b - a
    length = np.linalg.norm(long)
    over = np.cross(n, long / length)
    thread = colour or tuple(c * tone for c in g.colour)
    # round the hole and back to where it began: each stitch is a small bump
    t = np.linspace(0, 1, 161)
    at = np.clip(np.minimum(4 * t, 4 - 4 * t) - .5, 0, 1)
    wide = .0009 * np.sign(.5 - t) * np.minimum(1, 12 * np.minimum(np.abs(t - .5), np.minimum(t, 1 - t)))
    turn = (2 * np.pi * np.arange(9) / 8)[:, None, None]
    middle = a + at[:, None] * long + wide[:, None] * over + n * .0004
    thick = (.00075 + .00014 * np.cos(2 * np.pi * 40 * t))[None, :, None]
    sheet(g, 'buttonhole', middle + thick * (np.cos(turn) * over + .7 * np.sin(turn) * n), thickness=0, colour=thread)
    slit = [a + long * s + over * o + n * .0007 for s in (.05, .5, .95) for o in (-.0004, .0004)]
    sheet(g, 'slit', np.array(slit).reshape(3, 2, 3), thickness=0, colour=tuple(c * .12 for c in g.colour))

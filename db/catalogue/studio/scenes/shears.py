"""Tailor's shears of forged steel, 30 cm long: bevelled blades, black bows, a large one for the fingers and a small one for
the thumb. The pivot is the origin, the blades point along x. Metres."""
import numpy as np
from scipy.interpolate import CubicSpline

from . import objects, stuffs

BLACK = .012, .0115, .012


def _blade(scene, place, z, side):
    """side: 1 or -1, the way its back lies from its edge."""
    x = np.concatenate([np.linspace(-.034, .10, 40), np.linspace(.10, .137, 24)[1:]])
    back = np.interp(x, [-.034, -.018, 0, .03, .08, .115, .130, .137], [.0052, .0088, .0112, .0108, .0086, .0062, .0038, .0008])
    edge = np.interp(x, [-.034, -.016, -.004, .05, .10, .137], [-.0048, -.0078, -.0030, -.0022, -.0015, .0004])
    t = np.interp(x, [-.034, 0, .137], [.0036, .0034, .0016])
    ground = np.interp(x, [-.034, -.012, .002, .137], [.0, .0, .42, .42])           # how much of the width is ground to an edge
    bevel = edge + (back - edge) * ground
    slant = ground / .42
    rows = [(back, 0 * t), (back, .75 * t), (back - .0004, t), (bevel + .00025, t), (bevel, t * .995),
            (edge + .0007 * (ground > .1), t * (1 - .72 * slant)), (edge, t * (1 - .9 * slant)), (edge, 0 * t)]
    p = np.stack([np.stack([x, side * y, z + h], -1) for y, h in rows], 1)
    p = p if side > 0 else p[:, ::-1]
    objects.surface(scene, place(p), 'steel', stuffs.FORGED, closed=True, subdiv=0)
    end = np.concatenate([p[:1], p[:1].mean(1, keepdims=True).repeat(p.shape[1], 1)])
    objects.surface(scene, place(end), 'steel', stuffs.FORGED, closed=True, subdiv=0)


def _bow(scene, place, z, side, centre, half, tilt, root):
    """The black handle: a shank that thins, and the ring it ends in."""
    a = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    x, y = half[0] * np.cos(a), half[1] * np.sin(a) * (1 + .16 * np.cos(a))
    c, s = np.cos(tilt), np.sin(tilt)
    ring = np.column_stack([centre[0] + x * c - y * s, -side * (centre[1] + x * s + y * c), 0 * a + z])
    r = .0045 + .0012 * np.cos(a - .5) ** 2 + .0005 * np.cos(a)
    d = np.roll(ring, -1, 0) - np.roll(ring, 1, 0)
    d /= np.linalg.norm(d, axis=1)[:, None]
    n = np.cross(d, [0, 0, 1.0])
    t = np.linspace(0, 2 * np.pi, 18, endpoint=False)
    across, up = np.cos(t)[None, :, None] * n[:, None], np.sin(t)[None, :, None] * np.array([0, 0, 1.0])
    q = ring[:, None] + r[:, None, None] * (across + .86 * up)
    q = np.concatenate([q, q[:1]])
    objects.surface(scene, place(q if side > 0 else q[:, ::-1]), 'horn', BLACK, closed=True)
    join = ring[np.argmin(np.abs((a - root + np.pi) % (2 * np.pi) - np.pi))]
    bend = [(join[0] - .044) * .5, (join[1] - side * .0036) * .5 + side * .0008, z]
    k = np.linspace(0, 1, 40)
    way = CubicSpline([0, .35, .7, 1], np.array([[-.026, side * .0012, z], [-.044, -side * .0036, z], bend, join]))(k)
    thick = np.interp(k, [0, .12, .5, 1], [.0056, .0068, .0054, .0048])
    objects.tube(scene, place(way), thick, 'horn', BLACK, sides=18, flat=.62)


def shears(scene, place, opening=.12):
    """Lay them down by `place` (points to points), open by so many radians."""
    for side, z, centre, half, tilt, root in ((1, .0046, (-.119, .0285), (.0430, .0195), .16, -.45),
                                              (-1, .0080, (-.101, .0250), (.0262, .0192), .30, -.70)):
        c, s = np.cos(side * opening / 2), np.sin(side * opening / 2)

        def turned(p, c=c, s=s):
            return place(np.stack([p[..., 0] * c - p[..., 1] * s, p[..., 0] * s + p[..., 1] * c, p[..., 2]], -1))
        _blade(scene, turned, z - .0017, side)
        _bow(scene, turned, .0055 + .0006 * side, side, centre, half, tilt, root)
    screw = [(.0001, .0112), (.0030, .0111), (.0040, .0107), (.0043, .0100), (.0043, .006)]
    objects.turned(scene, place(np.zeros(3)), screw[::-1], 'steel', stuffs.FORGED)
    slot = np.array([[-.0034, -.0012, .0111], [0, 0, .0112], [.0034, .0012, .0111]])
    objects.tube(scene, place(slot), .00042, 'horn', BLACK, sides=6)

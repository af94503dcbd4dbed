"""A plain oak rail on two posts, and wooden hangers with a hook of steel wire. Metres."""
import numpy as np
from scipy.ndimage import gaussian_filter1d

from tailor import body

from . import objects, stuffs

TOP = 1.585                                              # of the bar, above the floor of the garments
BAR = .0130                                              # its radius


def beam(scene, start, end, wide, deep, across, soft=.004):
    """A squared oak timber from start to end; `across` is the direction of its width; soft: radius of its edges."""
    start, end, across = (np.array(v, float) for v in (start, end, across))
    d = (end - start) / np.linalg.norm(end - start)
    other = np.cross(d, across)
    t = np.linspace(0, np.pi / 2, 5)
    ring = [(sx * (wide / 2 - soft) + soft * np.cos(a + k * np.pi / 2), sy * (deep / 2 - soft) + soft * np.sin(a + k * np.pi / 2))
            for k, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))) for a in t]
    ring = np.array(ring)
    long = np.linalg.norm(end - start)
    at = [(0, .02), (0, 1 - .004 / wide), (.002, 1)] + [(v, 1) for v in np.linspace(.02, long - .02, 30)] + \
         [(long - .002, 1), (long, 1 - .004 / wide), (long, .02)]
    p = np.array([start + v * d + k * (ring[:, :1] * across + ring[:, 1:] * other) for v, k in at])
    objects.surface(scene, p[:, ::-1], 'wood', stuffs.OAK, True, subdiv=0)


def stand(scene, left, right, floor, ends=(1, 1)):
    """The bar between two posts, each on a foot that lies on the floor; ends: which of the two are in the picture."""
    x = np.linspace(left, right, 60)
    objects.tube(scene, np.column_stack([x, 0 * x, 0 * x + TOP - BAR]), BAR, 'wood', stuffs.OAK, up=(0, 0, 1), sides=24)
    for at, there in zip((left, right), ends):
        if there:
            beam(scene, (at, 0, floor + .036), (at, 0, TOP + .045), .034, .034, (1, 0, 0))
            beam(scene, (at, -.24, floor + .0195), (at, .24, floor + .0195), .044, .039, (1, 0, 0))


def _hook(top, high, r=.0205, wire=.0024):
    """The middle line of a question mark of wire, from `top` of the wood to a bow whose inside rests at `high`."""
    middle = high + wire - r
    bow = np.radians(np.linspace(-62, 196, 60))
    path = [(0, v) for v in np.linspace(top - .012, middle - 1.25 * r, 16)]
    path += [(r * np.cos(a), middle + r * np.sin(a)) for a in bow]
    path = np.array(path)
    s = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    path = np.column_stack([np.interp(np.linspace(0, s[-1], 140), s, path[:, k]) for k in (0, 1)])
    return gaussian_filter1d(path, 2.2, axis=0, mode='nearest'), wire


def hanger(scene, x, turn, lift=0.0, roll=0.0, reach=.150, head=.022, swivel=.75):
    """A wooden hanger just inside the shoulders of the mannequin. head: how far the wood rises where the hook leaves it;
    lift: of the garment; swivel: how far the hook is turned out of the plane across the bar (radians)."""
    c, s = np.cos(turn), np.sin(turn)

    def place(p):
        p = np.asarray(p, float)
        up = p[:, 2:] + lift - TOP
        p = np.hstack([p[:, :1] - roll * up, p[:, 1:2], p[:, 2:] + lift + roll * p[:, :1]])
        return p @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + [x, 0, 0]
    zs = np.linspace(1.345, 1.47, 60)
    a = body.section(zs)[0]
    t = np.linspace(-1, 1, 81)
    order = np.argsort(a)
    z = np.interp(np.maximum(np.abs(t) * reach, .050), a[order], zs[order]) - .020
    z = gaussian_filter1d(z, 4, mode='nearest') + head * np.exp(-(t * reach / .036) ** 2)
    wood = np.column_stack([t * reach, -.010 * t * t + .004, z])
    thick = .0075 - .0022 * t ** 4 - .0010 * np.exp(-(t * reach / .02) ** 2)
    objects.tube(scene, place(wood), thick, 'wood', stuffs.HANGERS, flat=1.9, up=(0, 0, 1), sides=20)
    top = z.max() + .0120
    hook, wire = _hook(top, TOP - lift)
    across = np.array([np.sin(swivel), np.cos(swivel), 0])
    line = np.array([x, 0, lift]) + hook[:, :1] * across + hook[:, 1:] * [0, 0, 1]
    foot = place([[0, .004, top - .012]])[0]
    line += (foot - line[0]) * np.linspace(1, 0, len(line))[:, None] ** 2 * [1, 1, 0]
    objects.tube(scene, line, wire, 'steel', stuffs.WIRE, up=np.cross(across, [0, 0, 1]), sides=12)
    collar = foot + np.array([[0, 0, v] for v in (.008, .0115, .015)])
    objects.tube(scene, collar, .0042, 'steel', stuffs.WIRE, up=(1, 0, 0), sides=16)

"""A length of cloth on the table: pushed together at one side, a corner turned over, creased from having been folded, its cut
edges uneven. Laid by hand, that is: a few points are led, the solver does the rest. Metres."""
import numpy as np
from scipy.ndimage import gaussian_filter, map_coordinates, maximum_filter, zoom

from tailor import kept

from . import objects, throw

ROWS, COLUMNS, STEP = 96, 122, .0072
HAND = (.19, 1.0e-5, .02)
FINER = 3
# folds that stand where hands let it go: where they begin at the front (m from the left), how they lean, how high, how wide,
# from where to where they run (m from the front edge)
FOLDS = ((.30, -.16, .017, .050, .30, .80), (.455, .10, .024, .046, -.1, .50), (.50, .17, .030, .052, .14, .80),
         (.615, .06, .034, .048, -.1, .62), (.665, .15, .028, .046, .28, .80), (.745, -.05, .030, .044, -.1, .40),
         (.80, .02, .022, .040, .1, .8))


def raised(u, v):
    """The cloth with its folds pushed up, as long along each thread as before."""
    z = np.full(u.shape, .003)
    for at, lean, high, wide, begin, end in FOLDS:
        fade = 1 / (1 + np.exp(-(v - begin) / .03)) / (1 + np.exp((v - end) / .03))
        z += high * fade * np.exp(-((u - at - lean * v - .012 * np.sin(v * 13 + at * 40)) / wide * 1.9) ** 2)
    slope = np.clip(np.gradient(z, axis=1) / STEP, -.97, .97)
    run = np.sqrt(1 - slope ** 2)
    return np.cumsum(run, axis=1) * STEP, z


def laid():
    """-> grid of points (rows, columns, 3), the table at z = 0; rows run away from us, columns to the right."""
    rng = np.random.default_rng(5)
    cloth = throw.Cloth(ROWS, COLUMNS, STEP, HAND)
    u, v = np.meshgrid(np.arange(COLUMNS) * STEP, np.arange(ROWS) * STEP)
    across, z = raised(u, v)
    z = z + .0030 * gaussian_filter(rng.normal(0, 1, u.shape), 4) * 14
    x = np.stack([across, v, np.maximum(z, .002)], -1).reshape(-1, 3)
    g = np.arange(-.4, 1.41, .2)
    up = np.broadcast_to((np.arange(5) * .2 - .2)[None, None], (len(g), len(g), 5)).astype(np.float32)
    ground = np.array([-.4, -.4, -.2]), .2, up

    def run(x, s, frames, held=None, friction=1.5):
        return cloth.run(x, s, ground, frames, friction, .0012, -.1, held)
    x, s = run(x, None, 24)
    corner = np.hypot(u, v).ravel() < .03
    home = x[corner].copy()
    for a in np.linspace(0, 1, 30)[1:]:                  # the corner is lifted and laid down again further in
        x[corner] = home + [.215 * a, .165 * a, .085 * np.sin(np.pi * a) + .008 * a]
        s[corner] = 0
        x, s = run(x, s, 2, corner)
    x, s = run(x, s, 45)
    return x.reshape(ROWS, COLUMNS, 3)


def _finer(x):
    """The mesh made finer, with what its squares are too coarse for: the grid of creases it was folded along, small waves."""
    p = np.stack([zoom(x[..., k], FINER, order=3, mode='nearest') for k in range(3)], -1)
    R, N = p.shape[:2]
    u, v = np.meshgrid(np.arange(N) * STEP / FINER, np.arange(R) * STEP / FINER)
    rng = np.random.default_rng(8)
    h = .00055 * (gaussian_filter(rng.normal(0, 1, (R, N)), 9) * 30 + gaussian_filter(rng.normal(0, 1, (R, N)), (22, 14)) * 50)
    for across, other, at, high, sharp in ((u, v, .155, .0062, .012), (v, u, .205, -.0056, .010), (v, u, .432, .0060, .013),
                                           (u, v, .372, -.0054, .010), (u, v, .590, .003, .012)):
        d = across - at - .0022 * np.sin(other * 9 + at * 50)
        fresh = 1 + .35 * np.sin(other * 17 + at * 90)
        if high > 0:
            h += high * fresh * np.exp(-np.abs(np.hypot(d, .0009)) / sharp)
        else:                                            # a valley lifts what is beside it
            h -= high * fresh * (np.exp(-(d / .030) ** 2) - np.exp(-np.hypot(d, .0007) / sharp))
    p = p + objects.normals(p) * h[..., None] * np.sign(objects.normals(p)[..., 2:])
    for edge, way in ((p[0], 1), (p[:, 0], 0), (p[-1], 1)):     # shears never cut quite straight
        k = np.arange(len(edge))
        edge[:, way] += .0007 * np.sin(k * .047) + .0004 * gaussian_filter(rng.normal(0, 1, len(k)), 2.5) * 3
    p[..., 2] = np.maximum(p[..., 2], .0007)
    return p


def _fray(scene, edge, inner, colour, rng, many):
    """Threads that have come loose along a cut edge: `edge` and the points just inside it (k, 3)."""
    k = np.sort(rng.uniform(1, len(edge) - 2, many))
    i = k.astype(int)
    start, out = edge[i] + (edge[i + 1] - edge[i]) * (k - i)[:, None], edge[i] - inner[i]
    out /= np.linalg.norm(out, axis=1)[:, None] + 1e-9
    along = edge[i + 1] - edge[i]
    along /= np.linalg.norm(along, axis=1)[:, None] + 1e-9
    for a, o, s in zip(start, out, along):
        long = .0012 + rng.exponential(.0016)
        t = np.linspace(0, 1, 6)[:, None]
        p = a - o * .001 + o * long * t + s * long * (rng.normal(0, .35) * t + rng.normal(0, .45) * t ** 2)
        p[:, 2] = np.maximum(p[:, 2] - .0006 * t[:, 0] + rng.normal(0, .0004) * t[:, 0] ** 2, .0003)
        objects.tube(scene, p, .00017, 'linen', colour, sides=4, caps=False)


def lay(scene, fabric, colour, corner, turn):
    """Lay it with its front left corner (before it was turned over) at `corner`, turned. -> height(x, y) of what lies there."""
    x = kept.kept('length-' + kept.digest(programs=(__file__, throw.__file__)), lambda: {'x': laid()})['x']
    p = _finer(x)
    c, s = np.cos(turn), np.sin(turn)
    p = np.stack([p[..., 0] * c - p[..., 1] * s + corner[0], p[..., 0] * s + p[..., 1] * c + corner[1], p[..., 2]], -1)
    objects.sheet(scene, p, .0008, fabric, colour, subdiv=0)
    rng = np.random.default_rng(12)
    tint = np.array(colour) * 1.08
    for edge, inner, many in ((p[0], p[2], 420), (p[:, 0], p[:, 2], 300), (p[-1], p[-3], 160)):
        _fray(scene, edge, inner, tint, rng, many)
    high = np.zeros((400, 400))                          # how high it lies, on a grid of 4 mm
    k = np.clip(((p[..., :2] + .8) / .004).astype(int), 0, 399)
    np.maximum.at(high, (k[..., 0], k[..., 1]), p[..., 2])
    high = gaussian_filter(maximum_filter(high, 3), 1.5)
    return lambda x, y: map_coordinates(high, [(np.asarray(x) + .8) / .004, (np.asarray(y) + .8) / .004], order=1, mode='nearest')

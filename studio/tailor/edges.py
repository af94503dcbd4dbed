"""Edges: a wrap's band that runs on round the neck and a turned boat neck, which press the cloth they are sewn to, so they come
before `finish`; the turned hem of heavy wool."""
import numpy as np
from scipy.interpolate import PchipInterpolator
from scipy.ndimage import gaussian_filter1d
from scipy.spatial import cKDTree

from . import body
from .folds import everywhere
from .laid import cloth, outward
from .trims import sheet


def _flatten(g, piece, x, n, t, lift):
    """Press the cloth of `piece` against the surface `x` with normals `n` (rows, columns, 3), whose rows lie at the parts `t` of a
    band's width: flat under the band, and free again little by little beyond its edge."""
    here = np.where(np.isfinite(everywhere(g, piece)[0]))[0]
    free = np.broadcast_to((.040 * np.clip(t - .9, 0, None) ** 2)[:, None], x.shape[:2]).ravel()
    gap, k = cKDTree(x.reshape(-1, 3)).query(g.x[here], distance_upper_bound=.022)
    near = np.isfinite(gap)
    here, k = here[near], k[near]
    m = n.reshape(-1, 3)[k]
    d = ((g.x[here] - x.reshape(-1, 3)[k]) * m).sum(1)
    beside = np.sqrt(np.maximum(gap[near] ** 2 - d ** 2, 0))
    free = free[k] + .6 * np.maximum(beside - .007, 0)
    g.x[here] += m * (np.clip(d, -.7 * lift - free, -.1 * lift + free) - d)[:, None]
    ring = g.pinned[here] & (k < x.shape[1])                  # the cut edge goes wholly into the band
    g.x[here[ring]] = x.reshape(-1, 3)[k[ring]] - m[ring] * .4 * lift


def shawl(g, piece, way, width=.026, lift=.0032, n=900, **kw):
    """One soft band along the edge `way`, a list of (u, z) from the tie up over one shoulder, round the back of the neck and
    down to where the first end covers it. Its free edge is rolled, its other edge sewn flat to the cloth of `piece`, which is
    pressed under it: so before `finish`. width and lift are metres; the second end lies below the first."""
    way = np.array(way)
    s = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(body.around(*way.T), axis=0), axis=1))])
    t = np.linspace(0, s[-1], n)
    smooth = lambda v: gaussian_filter1d(PchipInterpolator(s, v)(t), .014 / t[1], axis=0, mode='nearest')
    u, z = smooth(way[:, 0]), smooth(way[:, 1])
    broad = width * (1 + .05 * np.sin(t * 19 + 1) + .03 * np.sin(t * 43))
    U, Z = outward(u, z, np.full(n, .004), steps=6)          # the very edge of the cloth is ragged
    U, Z = outward(U[-1], Z[-1], broad * 2, steps=80)
    at = cloth(g, piece)
    soft = lambda v: gaussian_filter1d(v, .012 / t[1], axis=0, mode='nearest')
    lie, m = (np.array(v) for v in zip(*[[soft(v) for v in at(U[k], Z[k])] for k in range(81)]))
    lie, m = (gaussian_filter1d(v, 5, axis=0, mode='nearest') for v in (lie, m))
    _flatten(g, piece, lie, m, np.arange(81) / 40, lift)
    across = lie[5] - lie[0]
    across /= np.linalg.norm(across, axis=1)[:, None]
    high = lift * np.interp(t, [0, .03, t[-1] - .07, t[-1] - .02], [.5, 1, 1, .25])[:, None]
    full = (1 + .12 * np.sin(t * 31) + .08 * np.sin(t * 67 + 2))[:, None]        # a soft band is not equally thick
    rows = [lie[k] - m[k] * high * 1.5 for k in (26, 18, 10, 4)]
    rows += [lie[0] + m[0] * high * a - across * b for a, b in ((-1.4, .001), (-.9, .0058), (.1, .0070), (.9, .0060), (1.05, .003))]
    for k, h in ((1, 1.12), (3, 1.28), (7, 1.32), (12, 1.25), (18, 1.14), (24, 1.02), (30, .90), (35, .76), (38, .52), (39, .2), (40, -.4)):
        rows.append(lie[k] + m[k] * high * (h * (full if h > 1 else 1)))
    sheet(g, 'band', np.array(rows), thickness=0, **kw)


def boat(g, piece, neck, width=.023, inside=.05, n=360, **kw):
    """The turned edge of an open neck: flat, as thick as two layers of cloth, stitched a finger's breadth below on `piece`, with
    a facing `inside` (m) deep. It presses the cloth, so before `finish`."""
    u = np.linspace(-.1, 1.1, int(n * 1.2) + 1)
    ring = slice(int(n * .1), int(n * 1.1))
    at = cloth(g, piece)
    soft = lambda v: gaussian_filter1d(v, 4, axis=0, mode='nearest')
    U, Z = outward(u, neck(u), np.full(len(u), .003), steps=6)
    U, Z = outward(U[-1], Z[-1], np.full(len(u), .08), steps=80)
    lie, m = (np.array(v)[:, ring] for v in zip(*[[soft(v) for v in at(a, b)] for a, b in zip(U, Z)]))
    _flatten(g, piece, lie, m, np.arange(81) / (width * 1000), .001)
    across = lie[4] - lie[0]
    across /= np.linalg.norm(across, axis=1)[:, None]
    rows = [lie[k] - m[k] * .0024 for k in (int(inside * 1000), 34, 22, 12, 5)]
    rows += [lie[0] + m[0] * a - across * b for a, b in ((-.0022, 0), (-.0019, .0034), (-.0004, .0045), (.0010, .0036), (.0013, .001))]
    rows += [lie[k] + m[k] * h for k, h in ((3, .0012), (8, .0011), (13, .0011), (16, .0010), (18, .0008), (20, .0002), (int(width * 1000), -.0009))]
    sheet(g, 'facing', np.array(rows), True, thickness=0, stitch=('last',), turned=.003, **kw)


def turned_hem(g, p):
    """The fold of a heavy hem, all round closed grid piece `p`: as thick as two layers of cloth, and what is turned up inside."""
    x = g.placed(p).reshape(*p.shape, 3)
    down = x[-1] - x[-3]
    down /= np.linalg.norm(down, axis=1)[:, None]
    out = np.cross(np.roll(x[-1], -1, 0) - np.roll(x[-1], 1, 0), down)
    out *= np.sign((out * (x[-1] - x[-1].mean(0))).sum()) / np.linalg.norm(out, axis=1)[:, None]
    fold = ((-.0075, -.0006), (-.0045, .0004), (-.0015, .0006), (.0006, .0001), (.0018, -.0014), (.0020, -.0028), (.0010, -.0044),
            (-.0020, -.0052), (-.016, -.0050), (-.034, -.0046))
    sheet(g, 'hem', np.array([x[-1] + down * d + out * o for d, o in fold]), True, thickness=0)

"""Lapels and turned-down collar of a tailored coat: padded parts that roll over a line and rest on the draped cloth.

Both share one cross-section (`ROUND`, then `OVER`), so that where collar and lapel are sewn together they meet in a fine groove."""
import numpy as np
from scipy.interpolate import CubicSpline
from scipy.ndimage import gaussian_filter1d
from scipy.spatial import cKDTree

from . import body
from .pieces import normals
from .trims import sheet

UP = np.array([0, 0, 1.0])
# across the roll line: metres towards the lapel (below and inside, then round the roll), metres above the cloth
ROUND = ((.050, -.007), (.034, -.007), (.018, -.0065), (.008, -.005), (.001, -.0030), (-.0035, -.0006),
         (-.0052, .0030), (-.0046, .0066), (-.0016, .0096), (.0030, .0112))
# then parts of the way to the edge, metres above the cloth: a soft roll, not a pressed crease
OVER = ((.09, .0118), (.17, .0114), (.27, .0106), (.38, .0094), (.50, .0080), (.62, .0078), (.74, .0074), (.85, .0070),
        (.93, .0068), (.965, .0067), (.985, .0066), (1, .0065))


class Ground:
    """The cloth of `piece` as a smooth surface, also where it has been cut away: height above it and its normal."""

    def __init__(self, g, piece, soft=.011):
        x = g.placed(piece)
        n = normals(x, piece.faces)
        self.x, self.n, self.soft = x, n * np.sign((n[:, :2] * x[:, :2]).sum()), soft
        self.tree = cKDTree(x)

    def __call__(self, p):
        flat = p.reshape(-1, 3)
        far, k = self.tree.query(flat, 40)
        w = np.exp(-.5 * ((far - far[:, :1]) / self.soft) ** 2)
        w /= w.sum(1)[:, None]
        n = (self.n[k] * w[..., None]).sum(1)
        n /= np.linalg.norm(n, axis=1)[:, None]
        d = (((flat[:, None] - self.x[k]) * self.n[k]).sum(2) * w).sum(1)
        return d.reshape(p.shape[:-1]), n.reshape(p.shape)

    def front(self, x, z):
        """Points on the front of the surface, as seen from before it."""
        p = np.stack(np.broadcast_arrays(x, -.13, z), -1).astype(float)
        for _ in range(25):
            d, n = self(p)
            p[..., 1] += .8 * d / np.maximum(-n[..., 1], .35)
        return p

    def at(self, p, height=0.0):
        """The points nearest to p that lie `height` above the surface."""
        for _ in range(6):
            d, n = self(p)
            p = p + n * (height - d)[..., None]
        return p


def _unit(v):
    return v / (np.linalg.norm(v, axis=-1, keepdims=True) + 1e-12)


def _stitching(x, ends, free):
    """Metres from the edges that are top-stitched: the last row, and of the columns in `ends` (0, -1) what lies beyond `free`,
    a part of the way across, where collar and lapel part."""
    across = np.cumsum(np.linalg.norm(np.diff(x, axis=0, prepend=x[:1]), axis=2), 0)
    along = np.cumsum(np.linalg.norm(np.diff(x, axis=1, prepend=x[:, :1]), axis=2), 1)
    near = across[-1] - across
    t = np.array([0] * len(ROUND) + [t for t, _ in OVER])[:, None]
    for end in ends:
        near = np.where(t > free, np.minimum(near, np.abs(along - along[:, [end]])), near)
    return near.ravel()


def lapel(g, ground, roll, tip, below=None, belly=.007, seed=0, off=0.0, curl=0.0, **kw):
    """One lapel. roll(k): (x, z) of the roll line, k from 0 at the break to 1 at the gorge; tip: (x, z) of the lapel's
    corner; its edge runs from there to the break, `belly` metres fuller than a line. below(x, z): how far a point lies
    to the visible side of the other lapel's roll line, under which this one ends. off: how much further its free edge
    stands off the cloth (m); curl: how far its very edge turns up (m), which light from its own
    side does not separate from the cloth otherwise."""
    k = np.concatenate([np.linspace(0, .955, 58), [.972, .984, .992, .997, 1]])
    r = np.stack(roll(k), -1)
    e = r[0] + (np.array(tip) - r[0]) * k[:, None]
    across = _unit(np.array([-(tip[1] - r[0, 1]), tip[0] - r[0, 0]]))
    across *= -np.sign(across @ (r[-1] - np.array(tip)))
    e = e + across * (belly * np.sin(np.pi * k ** .8) + .0006 * np.sin(9 * k + seed))[:, None]
    wide = np.linalg.norm(e - r, axis=1)
    side = _unit(e - r + 1e-9 * (e[-1] - r[-1]))
    small = np.clip(.25 + wide / .035, 0, 1)
    rows = [(r + side * (q * small)[:, None], h * small) for q, h in ROUND]
    rows += [(r + (e - r) * t, h * np.clip(small, .6, 1) + .0008 * np.sin(4 * k + 2 * t + seed) * t * (1 - t)) for t, h in OVER]
    flat, high = np.array([v for v, _ in rows]), np.array([v for _, v in rows])
    part = np.array([0] * len(ROUND) + [t for t, _ in OVER])[:, None]
    free = np.clip((part - .35) / .65, 0, 1)
    high += off * free ** 1.5 * np.clip(k / .12, 0, 1)
    high += curl * np.exp(-((1 - part) * wide / .0055) ** 1.5) * np.clip(wide / .03, 0, 1)
    if below:
        s = np.clip((below(flat[..., 0], flat[..., 1]) + .003) / .012, 0, 1)
        high = -.008 + (high + .008) * s * s * (3 - 2 * s)
    p = ground.front(flat[..., 0], flat[..., 1])
    x = p + ground(p)[1] * high[..., None]
    sheet(g, 'lapel', x, thickness=.0042, top=_stitching(x, (-1,), .66), flip=flat[-1, 0, 0] < flat[-1, -1, 0], **kw)


def _along(points, n):
    """A smooth curve through points, n of them, at even distances but closer at both ends."""
    points = np.array(points)
    way = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    k = np.concatenate([[0, .0012, .003, .006], np.linspace(.011, .989, n - 8), [.994, .997, .9988, 1]])
    return CubicSpline(way / way[-1], points)(k), k


def collar(g, ground, neck, gorge, notch, corner, ease, stand=.030, lean=.34, n=100, **kw):
    """The collar from gorge to gorge. neck(u): height of the neck seam, `ease` metres off the body; gorge, notch and
    corner: (x, z) from the middle, seen from the front, for each side (wearer's left, right): where roll line and gorge
    meet, where the lapel's edge leaves the collar, the collar's own corner."""
    def seam(u):
        p = body.around(np.array([u]), neck(np.array([u])), ease)[0]
        return p, _unit((p - [0, .012, p[2]]) * [1, 1, 0])

    def back(u, up, out, down):
        p, o = seam(u)
        return p + UP * stand * up - o * lean * stand * up, ground.at(p + o * out - UP * down, 0)
    # up: part of the stand there; out, down: where the edge is sought
    marks = [back(u, *v) for u, v in ((.325, (.50, .050, .022)), (.25, (.80, .037, .026)), (.14, (.97, .026, .020)), (0, (1, .016, .021)),
                                      (.86, (.97, .026, .020)), (.75, (.80, .037, .026)), (.675, (.50, .050, .022)))]
    point = lambda xz: ground.front(np.array(xz[0]), np.array(xz[1]))
    fold, k = _along([point(gorge[0]), *(m[0] for m in marks), point(gorge[1])], n)
    edge, _ = _along([point(corner[0]), *(m[1] for m in marks[1:-1]), point(corner[1])], n)
    side = _unit(edge - fold)
    out = _unit(np.cross(np.gradient(fold, axis=0), side))
    out *= np.sign((out[n // 2] * [0, 1, 0]).sum())
    raised = np.clip(ground(fold)[0] / .014, 0, 1)[:, None]
    u = np.interp(k, [0, .16, .84, 1], [.36, .30, -.30, -.36])
    root = body.around(np.mod(u, 1), neck(np.mod(u, 1)), ease)
    inward = -_unit((root - [0, .012, 0]) * [1, 1, 0])
    rows = []
    for j, (q, h) in enumerate(ROUND):
        rolled = fold + side * q + out * h
        t = np.clip((j - 1) / 5, 0, 1)                   # the inside of the stand, down to below the seam
        standing = root + inward * .0055 - UP * .016 * (j == 0) + (fold + inward * .003 - UP * .004 - root - inward * .0055) * t
        rows.append(rolled if j > 5 else rolled * (1 - raised) + standing * raised)
    for t, h in OVER:
        rows.append(fold + (edge - fold) * t + out * h)
    x = np.array(rows)
    for i, way in ((0, k), (1, 1 - k)):                  # the ends: along the gorge, then up to the corner
        a, b, c = point(gorge[i]), point(notch[i]), point(corner[i])
        m = np.linalg.norm(b - a) / (np.linalg.norm(b - a) + np.linalg.norm(c - b))
        for j, (t, _) in enumerate(OVER):
            bend = (a + (b - a) * t / m if t < m else b + (c - b) * (t - m) / (1 - m)) - (a + (c - a) * t)
            x[len(ROUND) + j] += bend * (np.clip(1 - way / .10, 0, 1) ** 2)[:, None]
    over = x[len(ROUND):]
    t, h = np.array(OVER).T[:, :, None]
    for _ in range(5):                                   # nowhere in the cloth, and its edge lies down
        d, m = ground(over)
        lift = gaussian_filter1d(np.where(d < h, 1, np.clip((t - .35) / .5, 0, 1)) * (h - d), 2, axis=1, mode='nearest')
        over += m * lift[..., None]
    sheet(g, 'collar', x, thickness=.0042, top=_stitching(x, (0, -1), .66), **kw)


def lining(g, ground, neck, ease, low=1.10, facing=.052, half=.27, colour=(.46, .32, .19)):
    """What one sees through the open front: smooth lining inside the back, below a facing of the cloth."""
    u = np.linspace(-half, half, 60)
    z = neck(np.mod(u, 1)) - facing * (1 - .3 * np.cos(2 * np.pi * u)) - np.linspace(0, 1, 40)[:, None] * (1.40 - low)
    p = gaussian_filter1d(ground.at(body.around(u, z, ease)), 5, axis=1, mode='nearest')     # it does not follow the folds
    sheet(g, 'lining', p - ground(p)[1] * .0095, fabric='satin', colour=colour)


def label(g, ground, top, width=.034, height=.012, inside=.0115, colour=(.50, .43, .33), ink=(.09, .06, .04)):
    """A woven label at the back of the neck, its upper edge at height `top`, with a border and a name too small to read."""
    def patch(x0, x1, z0, z1, over, columns=9, **kw):
        x, z = np.meshgrid(np.linspace(x0, x1, columns), np.linspace(z0, z1, 4))
        p = ground.at(np.stack([x, .095 + 0 * x, z], -1))
        p[..., 0], p[..., 2] = x, z
        n = ground(p)[1]
        sheet(g, 'label', p - n * (inside + over), thickness=0, fabric='satin', **kw)
    half, bottom = width / 2, top - height
    patch(-half, half, bottom, top, 0, colour=colour)
    for z in (bottom + .0012, top - .0018):
        patch(-half + .0015, half - .0015, z, z + .0005, .0006, colour=ink)
    x = -.0105
    for wide in (.0016, .0022, .0012, .0024, .0018, .0014, .0022):
        patch(x, x + wide, bottom + .0042, bottom + .0074, .0006, 2, colour=ink)
        x += wide + .0010

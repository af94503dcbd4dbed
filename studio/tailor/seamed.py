"""The seams sleeves are set in with: one smooth line, though the mesh round an armhole is irregular."""
import numpy as np
from scipy.interpolate import CubicSpline
from scipy.ndimage import gaussian_filter1d
from scipy.spatial import cKDTree

from .refine import fulled
from .steps import smoothstep

SOFT = .016             # metres of the seam over which its wavering is evened out
BESIDE = .022           # how far from it the cloth gives way to where it then runs, metres


def set_in(g, between, faces):
    """Lay every armhole of `g` on a smooth line, and the cloth beside it. `between`: metres from a seam within the cloth;
    `faces(p)`: the triangles of piece p as meshed. Returns `between`, measured from the smooth line, less than 0 in sleeves."""
    out = between.copy()
    for sleeve in (p for p in g.pieces if hasattr(p, 'arm_frame')):
        shell = next(iter(sleeve.weld.values()))[0]
        ring = [sleeve.ids[v] for v in sleeve.row(0)]
        if not shell.seams[[k for _, k in sleeve.weld.values()]].all():
            continue
        if g.finer:
            ring = np.stack([ring, g.finer.middles(np.array(ring), np.roll(ring, -1))], 1).ravel()
        ring = np.asarray(ring)
        own = np.unique(faces(sleeve))
        tri = np.vstack([faces(sleeve), faces(shell)])
        _lay(g, ring, tri, between)
        line = _curve(g.x[ring])
        near = np.intersect1d(np.unique(tri), np.where(between < .05)[0])
        gap, _ = cKDTree(line).query(g.x[near])
        mine = np.abs(gap - between[near]) < .02             # not what only lies against it, under the arm
        out[near[mine]] = gap[mine]
        out[ring] = 0
        out[own] *= -1
    return out


def _even(x):
    """A closed line without its wavering, and no shorter for it."""
    step = np.linalg.norm(np.roll(x, -1, 0) - x, axis=1).mean()
    even = lambda v: gaussian_filter1d(v, SOFT / step, axis=0, mode='wrap')
    once = even(x)
    return 2 * once - even(once)


def _curve(x):
    closed = np.vstack([x, x[:1]])
    return CubicSpline(np.arange(len(closed)), closed, bc_type='periodic')(np.arange(0, len(x), .1))


def _lay(g, ring, tri, between):
    """Move the seam to its smooth line, what is beside it along, and take out of the cloth there what the seam had pulled in."""
    moved = _even(g.x[ring]) - g.x[ring]
    beside = np.intersect1d(np.unique(tri), np.where(between < BESIDE)[0])
    gap, k = cKDTree(g.x[ring]).query(g.x[beside], k=5)
    w = 1 / (gap + .001) ** 2
    w /= w.sum(1)[:, None]
    part = smoothstep(1 - between[beside] / BESIDE)[:, None]
    part[np.isin(beside, ring)] = 0
    g.x[beside] += part * (moved[k] * w[..., None]).sum(1)
    g.x[ring] += moved
    fixed = np.ones(len(g.x), bool)
    fixed[np.setdiff1d(beside, ring)] = False
    fixed |= np.concatenate([g.pinned, np.zeros(len(g.x) - len(g.pinned), bool)])
    e = np.vstack([tri[:, [0, 1]], tri[:, [1, 2]], tri[:, [2, 0]]])
    e = np.unique(np.sort(e, 1), axis=0)
    even = fulled(g.x, e, tri, fixed, 6)
    g.x[beside] += part * (even[beside] - g.x[beside])

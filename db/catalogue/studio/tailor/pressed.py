"""The iron: what is evened out or pressed flat in draped cloth, before `finish`."""
import numpy as np

from . import body
from .folds import everywhere
from .refine import fulled


def _evened(g, fixed, rounds):
    """The whole garment evened out, where not `fixed`."""
    tri = np.vstack([g.triangles(p) for p in g.pieces])
    if g.finer:
        tri, = g.finer.faces(tri)
    return fulled(g.x, g.E, tri, fixed, rounds)


def even(g, p, low, soft=.06, rounds=40):
    """Steam the creases out of piece `p` above height `low` (m, in the piece's own coordinates), setting in over `soft` metres."""
    _, z = everywhere(g, p)
    much = np.clip((np.nan_to_num(z) - low) / soft, 0, 1) * np.isfinite(z)
    g.x += much[:, None] * (_evened(g, g.pinned, rounds) - g.x)


def join(g, ps, height, half=.085, rounds=320):
    """Ease the step out of a seam at `height` that ought not to be seen, `half` metres up and down, in pieces `ps`."""
    here = np.any([np.isfinite(everywhere(g, p)[0]) for p in ps], axis=0)
    much = here * np.exp(-((g.x[:, 2] - height) / half) ** 2)
    g.x += much[:, None] * (_evened(g, np.zeros(g.n, bool), rounds) - g.x)


def under_belt(g, ps, low, high, out, soft=.05):
    """Press pieces `ps` under a belt between the heights `low` and `high`: nothing stands further than `out` from the body
    there; beyond its edges the cloth is free again within `soft` metres."""
    here = np.any([np.isfinite(everywhere(g, p)[0]) for p in ps], axis=0)
    x, y, z = g.x[here].T
    a, b, y0 = body.section(z)
    far = np.maximum(np.hypot(x / (a + out), (y - y0) / (b + out)) - 1, 0)
    free = np.clip(np.maximum(low - z, z - high) / soft, 0, 1)
    near = (1 + far * free * free * (3 - 2 * free)) / (1 + far)
    g.x[here] = np.stack([x * near, y0 + (y - y0) * near, z], -1)


def back(g, p, low, half=.10, soft=.10, rounds=200):
    """Steam what stands up along the middle of the back of `p` above the height `low`, `half` metres to each side."""
    x, y, z = g.x.T
    here = np.isfinite(everywhere(g, p)[0]) & (y > 0)
    much = here * np.exp(-(x / half) ** 4) * np.clip((z - low) / soft, 0, 1) * ~g.pinned
    a, b = np.concatenate([g.E, g.E[:, ::-1]]).T
    count, even = np.bincount(a, minlength=g.n)[:, None], g.x
    for _ in range(rounds):
        even = even + .5 * much[:, None] * (np.stack([np.bincount(a, even[b, k], g.n) for k in range(3)], 1) / count - even)
    g.x = even

"""The iron: what is evened out or pressed flat in draped cloth, before `finish`."""
import numpy as np
from scipy.sparse import coo_matrix, diags
from scipy.sparse.linalg import splu

from . import body
from .folds import everywhere
from .pieces import normals
from .refine import fulled


def _faces(g, ps=None):
    """Triangles of the finest cloth there is, of pieces `ps` or of all."""
    f = np.vstack([g.triangles(p) for p in ps or g.pieces])
    return g.finer.faces(f)[0] if g.finer else f


def _evened(g, fixed, rounds):
    """The whole garment evened out, where not `fixed`."""
    return fulled(g.x, g.E, _faces(g), fixed, rounds)


def even(g, p, low, soft=.06, rounds=40):
    """Steam the creases out of piece `p` above height `low` (m, in the piece's own coordinates), setting in over `soft` metres."""
    _, z = everywhere(g, p)
    much = np.clip((np.nan_to_num(z) - low) / soft, 0, 1) * np.isfinite(z)
    g.x += much[:, None] * (_evened(g, g.pinned, rounds) - g.x)


def _steamed(x, f, wide):
    """Vertices x with no relief narrower than `wide` (m, one a vertex; nothing moves where it is 0): the smoothest surface
    (thin plate) that still follows x in what is wider."""
    n = len(x)
    e, count = np.unique(np.sort(np.vstack([f[:, [0, 1]], f[:, [1, 2]], f[:, [2, 0]]]), 1), axis=0, return_counts=True)
    rim = np.zeros(n, bool)
    rim[e[count == 1]] = True
    a, b = np.concatenate([e, e[:, ::-1]]).T
    along = ~rim[a] | np.tile(count == 1, 2)              # an edge of the cloth is evened along itself, or it would draw in
    a, b = a[along], b[along]
    near = diags(1 / np.maximum(np.bincount(a, minlength=n), 1)) @ coo_matrix((np.ones(len(a)), (a, b)), (n, n))
    bent = (diags(np.ones(n)) - near).tocsr()
    bent = (bent.T @ bent).tocsr()
    cell = (np.linalg.norm(x[e[:, 0]] - x[e[:, 1]], axis=1) ** 2).mean() / 4
    free = wide > .02
    hold = (cell * (2 * np.pi / wide[free]) ** 2) ** 2
    known = bent[free][:, ~free] @ x[~free]
    out = x.copy()
    out[free] = splu((bent[free][:, free] + diags(hold)).tocsc()).solve(hold[:, None] * x[free] - known)
    return out


def smooth_back(g, p, wide, low, high, half, soft=.06, doubled=False):
    """Steam out of the back of torso `p`, between the heights `low` and `high` and `half` of the way round either side of its
    centre, all folds narrower than `wide` metres; it sets in over `soft` metres. What a body's blades draw into every back
    alike goes; what belongs to this garment is laid in afterwards (`folds`). `doubled`: folds lie over themselves and must be
    spread sideways; else the cloth is moved square to itself only, or its weave would creep."""
    a, z = everywhere(g, p)
    ids, f = np.unique(_faces(g, [p]), return_inverse=True)
    f = f.reshape(-1, 3)
    a, z = a[ids], z[ids]
    ease = lambda d: np.clip(d / soft, 0, 1) ** 2 * (3 - 2 * np.clip(d / soft, 0, 1))
    u = np.abs((a + .5) % 1 - .5)
    much = ease(z - low) * ease(high - z) * ease((half - u) * .92) * np.isfinite(z)
    much[np.isin(ids, np.where(g.pinned)[0])] = 0
    was = g.x[ids]
    new = _steamed(was, f, wide * np.nan_to_num(much))
    n = normals(new, f)
    g.x[ids] += new - was if doubled else n * ((new - was) * n).sum(1)[:, None]


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

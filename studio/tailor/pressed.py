"""The iron: what is evened out or pressed flat in draped cloth, before `finish`."""
import numpy as np
from scipy.sparse import coo_matrix, diags
from scipy.sparse.linalg import splu
from scipy.spatial import cKDTree

from . import body
from .folds import everywhere
from .pieces import normals
from .refine import fulled
from .steps import smoothstep


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


def armpits(g, top, sleeves, wide=.07, reach=.055, low=.6):
    """Ease what is doubled up in the armpits of torso `top` and its `sleeves`: folds narrower than `wide` metres go from body and
    sleeve alike, over the seam, wholly at its lowest place and not at all from `reach` metres on, of which downwards counts `low`."""
    f = _faces(g, [top, *sleeves])
    ids, f = np.unique(f, return_inverse=True)
    was = g.x[ids]
    near = np.full(len(ids), 9.0)
    for loop in top.loops:
        pit = g.x[top.ids[loop[int(len(loop) * .42):int(len(loop) * .58) + 1]]].mean(0)
        d = was - pit
        d[:, 2] *= np.where(d[:, 2] < 0, low, 1)
        near = np.minimum(near, np.linalg.norm(d, axis=1) / reach)
    much = np.clip(1.35 - 1.35 * near, 0, 1)
    g.x[ids] = _steamed(was, f.reshape(-1, 3), wide * much * much * (3 - 2 * much) * ~g.pinned[ids])


def smooth_back(g, p, wide, low, high, half, soft=.06, doubled=False):
    """Steam out of the back of torso `p`, between the heights `low` and `high` and `half` of the way round either side of its
    centre, all folds narrower than `wide` metres; it sets in over `soft` metres. What a body's blades draw into every back
    alike goes; what belongs to this garment is laid in afterwards (`folds`). `doubled`: folds lie over themselves and must be
    spread sideways; else the cloth is moved square to itself only, or its weave would creep."""
    a, z = everywhere(g, p)
    ids, f = np.unique(_faces(g, [p]), return_inverse=True)
    f = f.reshape(-1, 3)
    a, z = a[ids], z[ids]
    ease = lambda d: smoothstep(d / soft)
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


def clear(g, p, others, side, table, gap=.006, soft=.006):
    """Part sleeve `p` (side 1 is the wearer's left) from what hangs beside it: within the lengths of `table`, (metres from the
    shoulder, radius) each, its cloth is drawn in to that radius round the arm, and pieces `others` give way to it by `gap` metres.
    It sets in over 5 cm of the arm, and ends as softly beyond it."""
    along = np.linspace(table[0][0], table[-1][0] + .05, 60)
    axis = np.array([p.arm_frame(s)[2] * [side, 1, 1] for s in along])
    sets_in, ends = smoothstep((along - along[0]) / .05), smoothstep((along[-1] - along) / .05)
    cloth = lambda ps: np.where(np.any([np.isfinite(everywhere(g, q)[0]) for q in ps], axis=0) & ~g.pinned)[0]

    def around_arm(ids, level):
        k = cKDTree(axis).query(g.x[ids])[1]
        away = (g.x[ids] - axis[k]) * [1, 1, not level]
        return k, away, np.linalg.norm(away, axis=1) + 1e-9, np.interp(along[k], *zip(*table))
    ids = cloth([p])
    k, away, r, wide = around_arm(ids, False)
    over = np.maximum(r / wide - .75, 0)
    new = np.minimum(r, .75 * wide) + .25 * wide * (1 - np.exp(-over / .25))
    g.x[ids] += away * (sets_in[k] * (new / r - 1))[:, None]
    ids = cloth(others)
    k, away, r, wide = around_arm(ids, True)
    new = wide + gap + soft * np.logaddexp(0, (r - wide - gap) / soft)
    g.x[ids] += away * (sets_in[k] * ends[k] * (new / r - 1))[:, None]


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


def under_collar(g, p, out, soft=.04, neck=None):
    """Press cape `p`, or the torso that ends at the height neck(u), under the foot of a collar: at its upper edge nothing stands
    further than `out` from the body; `soft` metres down the cloth is free again."""
    u, s = everywhere(g, p)
    if neck:
        s = neck(u) - s
    here = np.where(np.isfinite(s) & (s < soft))[0]
    free = smoothstep(s[here] / soft)
    line = body.around(u[here], g.x[here, 2], out)
    x, y = g.x[here, 0], g.x[here, 1]
    y0 = body.section(g.x[here, 2])[2]
    far, limit = np.hypot(x, y - y0), np.hypot(line[:, 0], line[:, 1] - y0)
    near = 1 - (1 - free) * np.clip((far - limit) / far, 0, 1)
    g.x[here, 0], g.x[here, 1] = x * near, y0 + (y - y0) * near


def steam(g, p, wide, much, doubled=False):
    """Steam out of piece `p` all relief narrower than `wide` metres where much(a, b), of its own coordinates, is 1; less where it
    is less. `doubled` as in `smooth_back`."""
    ids, f = np.unique(_faces(g, [p]), return_inverse=True)
    f = f.reshape(-1, 3)
    a, b = everywhere(g, p)
    some = np.nan_to_num(much(a[ids], b[ids])) * ~g.pinned[ids]
    was = g.x[ids]
    new = _steamed(was, f, wide * some)
    n = normals(new, f)
    g.x[ids] += new - was if doubled else n * ((new - was) * n).sum(1)[:, None]


def steam_over(g, ps, wide, much):
    """Steam out of pieces `ps`, over the seams between them, all relief narrower than `wide` metres where much(z), of the height,
    is 1; less where it is less."""
    ids, f = np.unique(_faces(g, ps), return_inverse=True)
    was = g.x[ids]
    g.x[ids] = _steamed(was, f.reshape(-1, 3), wide * much(was[:, 2]) * ~g.pinned[ids])


def wander(g, p, at, high, soft, seed=1):
    """Let the seam along b = `at` of piece `p` run up and down by some `high` metres, as a sewn line does; the cloth within
    `soft` (in b) of it goes along."""
    rng = np.random.default_rng(seed)
    a, b = everywhere(g, p)
    here = np.isfinite(a) & np.isfinite(b)
    line = sum(k * np.sin(2 * np.pi * (n * a[here] + rng.random())) for n, k in ((2, .8), (5, .6), (11, .45), (17, .35)))
    g.x[here, 2] += high * line * np.exp(-((b[here] - at) / soft) ** 2)

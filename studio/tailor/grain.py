"""How the threads of a piece lie: cloth coordinates in which a metre is a metre wherever one looks closely."""
import numpy as np
from scipy.sparse import coo_matrix, identity
from scipy.sparse.linalg import splu


def corners(g, p):
    """Cloth coordinates, metres, of the corners of p's faces (m, 3 or 4, 2)."""
    if hasattr(p, 'arm_frame'):
        return _sleeve(p, g.x[p.ids])
    if getattr(p, 'pleats', None):
        return _pleated(p)
    if getattr(p, 'tiers', None):
        return _tiered(p)
    uv = p.uv[p.faces].copy()
    if p.period:
        u = uv[..., 0]
        u += np.where(u < u.max(1, keepdims=True) - p.period / 2, p.period, 0)
    return uv


def _pleated(p):
    """Every pleat (`pleats` of them, all round) has its own straight grain, for its cloth widens downwards."""
    N = p.shape[1]
    row, col = np.divmod(p.faces, N)
    col = np.where(col < col.max(1, keepdims=True) - N / 2, col + N, col)
    each = N // p.pleats
    k = col.min(1, keepdims=True) // each
    u = (col - (k + .5) * each) * p.width[row] / N + k * p.width.max() / p.pleats
    return np.stack([u, p.uv[p.faces][..., 1]], -1)


def _tiered(p):
    """Every tier (`tiers`: rows where they begin) is a length of its own, as wide as it is on the mean and cut where it happened to be."""
    R, N = p.shape
    row, col = np.divmod(p.faces, N)
    col = np.where(col < col.max(1, keepdims=True) - N / 2, col + N, col)
    starts = np.array([*p.tiers, R - 1])
    tier = np.searchsorted(starts, row.min(1), side='right') - 1
    wide = np.array([p.width[a + 1:b].mean() for a, b in zip(starts, starts[1:])])
    u = (col / N - .5) * wide[tier][:, None]
    return np.stack([u, p.uv[p.faces][..., 1]], -1) + tier[:, None, None] * [.413, .117]


def _sleeve(p, x):
    """Cut open below and laid flat."""
    R, N = p.shape
    row, col = np.divmod(p.faces, N)
    col = (col - N // 2) % N
    col = np.where((col == 0) & (col.max(1, keepdims=True) > N / 2), N, col)
    f = row * (N + 1) + col
    back = (np.arange(N + 1) + N // 2) % N
    own = np.arange(R)[:, None] * N + back
    start = np.stack([np.broadcast_to((np.arange(N + 1) / N - .5) * p.width.mean(), (R, N + 1)), p.length[:, back]], -1)
    tri = np.vstack([f[:, [0, 1, 2]], f[:, [0, 2, 3]]])
    return flat(x[own.ravel()], tri, start.reshape(-1, 2))[f]


def flat(x, tri, start, rounds=12):
    """A surface laid flat, every triangle as little deformed as can be (Liu et al. 2008), beginning with `start` (n, 2)."""
    e1, e2 = x[tri[:, 1]] - x[tri[:, 0]], x[tri[:, 2]] - x[tri[:, 0]]
    long = np.linalg.norm(e1, axis=1) + 1e-9
    a = (e1 * e2).sum(1) / long
    b = np.sqrt(np.maximum((e2 ** 2).sum(1) - a * a, 1e-12))
    d = start[tri]
    turned = np.sign(np.sum(np.cross(d[:, 1] - d[:, 0], d[:, 2] - d[:, 0])))
    q = np.zeros((len(tri), 3, 2))
    q[:, 1, 0], q[:, 2, 0], q[:, 2, 1] = long, a, b * turned
    I, J, W, Q = [], [], [], []
    for k in range(3):
        i, j, o = k, (k + 1) % 3, (k + 2) % 3
        r, s = q[:, i] - q[:, o], q[:, j] - q[:, o]
        W.append(np.clip((r * s).sum(1) / (np.abs(np.cross(r, s)) + 1e-12), .05, 10))
        I.append(tri[:, i]); J.append(tri[:, j]); Q.append(q[:, i] - q[:, j])
    n, m = len(x), len(tri)
    i, j, w = np.concatenate(I), np.concatenate(J), np.concatenate(W)
    A = coo_matrix((np.concatenate([w, w, -w, -w]), (np.concatenate([i, j, i, j]), np.concatenate([i, j, j, i]))), (n, n))
    solve = splu((A + identity(n) * 1e-7).tocsc()).solve
    q, u = np.concatenate(Q), start
    for _ in range(rounds):
        e = (u[i] - u[j]) * w[:, None]
        c = (e * q).sum(1).reshape(3, m).sum(0)
        s = (e[:, 1] * q[:, 0] - e[:, 0] * q[:, 1]).reshape(3, m).sum(0)
        l = np.hypot(c, s) + 1e-12
        c, s = np.tile(c / l, 3), np.tile(s / l, 3)
        want = np.stack([c * q[:, 0] - s * q[:, 1], s * q[:, 0] + c * q[:, 1]], 1) * w[:, None]
        rhs = np.stack([np.bincount(i, want[:, k], n) - np.bincount(j, want[:, k], n) for k in (0, 1)], 1)
        u = solve(rhs + start * 1e-7)
    return u

"""Sheets made thick, and one Catmull-Clark step on triangles and quads (padded with -1), carrying attributes along."""
import numpy as np


def catmull_clark(x, faces, uv, attrs):
    n, quad = len(x), faces[:, 3] >= 0
    k = np.where(quad, 4, 3)
    safe = np.where(faces >= 0, faces, 0)
    m = (faces >= 0)[..., None]
    A = np.column_stack([x] + attrs)
    fp = (A[safe] * m).sum(1) / k[:, None]
    fuv = (uv * m).sum(1) / k[:, None]
    c, own = [], []
    for q in (3, 4):
        sel = np.where(k == q)[0]
        for j in range(q):
            c.append(np.stack([faces[sel, j], faces[sel, (j + 1) % q]], 1)); own.append(sel)
    ce, own = np.vstack(c), np.concatenate(own)
    E, inv = np.unique(np.sort(ce, 1), axis=0, return_inverse=True)
    count = np.bincount(inv)
    mid = (A[E[:, 0]] + A[E[:, 1]]) / 2
    fsum = np.zeros_like(mid)
    np.add.at(fsum, inv, fp[own])
    ep = np.where((count == 2)[:, None], (A[E].sum(1) + fsum) / 4, mid)
    val, fs, es, fc = np.zeros(n), np.zeros_like(A), np.zeros_like(A), np.zeros(n)
    for s in (0, 1):
        np.add.at(val, E[:, s], 1); np.add.at(es, E[:, s], mid)
    for j in range(4):
        ok = faces[:, j] >= 0
        np.add.at(fs, faces[ok, j], fp[ok]); np.add.at(fc, faces[ok, j], 1)
    v = np.maximum(val, 1)[:, None]
    inner = (fs / np.maximum(fc, 1)[:, None] + 2 * es / v + (v - 3) * A) / v
    border = np.zeros(n, bool)
    be = E[count != 2]
    border[be.ravel()] = True
    bs, bc = np.zeros_like(A), np.zeros(n)
    for s in (0, 1):
        np.add.at(bs, be[:, s], A[be[:, 1 - s]]); np.add.at(bc, be[:, s], 1)
    edge = np.where((bc == 2)[:, None], .75 * A + .125 * bs, A)
    vp = np.where(border[:, None], edge, inner)
    new = np.vstack([vp, ep, fp])
    new[:, 3:] = np.vstack([A, mid, fp])[:, 3:]          # distances to seams stay linear
    # faces: one quad per corner
    F, UV, start = [], [], 0
    for q in (3, 4):
        sel = np.where(k == q)[0]
        if not len(sel):
            continue
        e = [n + inv[start + j * len(sel): start + (j + 1) * len(sel)] for j in range(q)]
        start += q * len(sel)
        for j in range(q):
            p = (j - 1) % q
            F.append(np.stack([faces[sel, j], e[j], n + len(E) + sel, e[p]], 1))
            nxt, prv = uv[sel, (j + 1) % q], uv[sel, p]
            UV.append(np.stack([uv[sel, j], (uv[sel, j] + nxt) / 2, fuv[sel], (uv[sel, j] + prv) / 2], 1))
    return new[:, :3], np.vstack(F), np.vstack(UV), [new[:, 3 + i] for i in range(len(attrs))]


def thicken(x, faces, uv, attrs, thick):
    """A sheet `thick` metres thick: both skins, and walls along its open edges."""
    n = len(x)
    t = np.vstack([faces[:, :3], faces[faces[:, 3] >= 0][:, [0, 2, 3]]])
    nor = np.zeros_like(x)
    c = np.cross(x[t[:, 1]] - x[t[:, 0]], x[t[:, 2]] - x[t[:, 0]])
    for k in range(3):
        np.add.at(nor, t[:, k], c)
    nor *= thick / 2 / (np.linalg.norm(nor, axis=1)[:, None] + 1e-12)
    turn = np.where((faces[:, 3] >= 0)[:, None], faces[:, [3, 2, 1, 0]], faces[:, [2, 1, 0, 3]])
    turn_uv = np.where((faces[:, 3] >= 0)[:, None, None], uv[:, [3, 2, 1, 0]], uv[:, [2, 1, 0, 3]])
    k = np.where(faces[:, 3] >= 0, 4, 3)
    e, euv = [], []
    for j in range(4):
        ok = np.where(j < k)[0]
        nxt = np.where(j + 1 < k[ok], j + 1, 0)
        e.append(np.stack([faces[ok, j], faces[ok, nxt]], 1))
        euv.append(np.stack([uv[ok, j], uv[ok, nxt]], 1))
    e, euv = np.vstack(e), np.vstack(euv)
    _, inv, count = np.unique(np.sort(e, 1), axis=0, return_inverse=True, return_counts=True)
    open_ = count[inv.ravel()] == 1
    e, euv = e[open_], euv[open_]
    wall = np.stack([e[:, 1], e[:, 0], e[:, 0] + n, e[:, 1] + n], 1)
    F = np.vstack([faces, np.where(turn >= 0, turn + n, -1), wall])
    UV = np.vstack([uv, turn_uv, euv[:, [1, 0, 0, 1]]])
    return np.vstack([x + nor, x - nor]), F, UV, [np.concatenate([a, a]) for a in attrs]

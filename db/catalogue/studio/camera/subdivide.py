"""One Catmull-Clark step on triangles and quads (padded with -1), carrying attributes along."""
import numpy as np


def catmull_clark(x, faces, uv, attrs):
    n, quad = len(x), faces[:, 3] >= 0
    k = np.where(quad, 4, 3)
    safe = np.where(faces >= 0, faces, 0)
    m = (faces >= 0)[..., None]
    A = np.column_stack([x] + attrs)
    fp = (A[safe] * m).sum(1) / k[:, None]
    fuv = (uv * m).sum(1) / k[:, None]
    c, d, own = [], [], []
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

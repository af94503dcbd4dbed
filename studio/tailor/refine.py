"""The same cloth, twice as fine: every triangle cut into four, then allowed to settle once more.

The coarse draping finds where a garment hangs; folds narrower than its mesh it cannot make and swallows as
compression. On the finer mesh that compression buckles, and the small creases of elbow, armhole and waist appear.
The first vertices are the coarse ones, in their old order: whatever is placed by a piece's own vertices still fits.
"""
import numpy as np


class Finer:
    """Halves of edges and triangles: `tri` (m, 3) and `edge_length(a, b)` of the coarse cloth of `n` vertices."""

    def __init__(self, n, tri, edge_length, E, soft):
        self.n = n
        e = np.sort(np.vstack([tri[:, [0, 1]], tri[:, [1, 2]], tri[:, [2, 0]]]), 1)
        self.edges, inv = np.unique(e, axis=0, return_inverse=True)
        self.keys = self.edges[:, 0] * n + self.edges[:, 1]
        a, b = self.edges.T
        m = n + np.arange(len(self.edges))
        half = edge_length(a, b) / 2
        key = E[:, 0].astype(np.int64) * n + E[:, 1]
        order = np.argsort(key)
        give = soft[order][np.clip(np.searchsorted(key[order], self.keys), 0, len(key) - 1)]
        ab, bc, ca = (n + k for k in inv.ravel().reshape(3, -1))
        # an edge between two middles is half as long as the third one, and as soft
        inner = np.vstack([np.stack([ab, bc], 1), np.stack([bc, ca], 1), np.stack([ca, ab], 1)])
        third = np.concatenate([ca, ab, bc]) - n
        self.E = np.sort(np.vstack([np.stack([a, m], 1), np.stack([b, m], 1), inner]), 1)
        self.L = np.concatenate([half, half, half[third]])
        self.S = np.concatenate([give, give, give[third]])
        self.count = n + len(self.edges)

    def middles(self, a, b):
        return self.n + np.searchsorted(self.keys, np.minimum(a, b).astype(np.int64) * self.n + np.maximum(a, b))

    def faces(self, tri, *per_corner):
        """Four triangles for each; per_corner arrays (m, 3, k) are halved along."""
        a, b, c = tri.T
        ab, bc, ca = self.middles(a, b), self.middles(b, c), self.middles(c, a)
        f = np.vstack([np.stack(q, 1) for q in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))])
        out = []
        for v in per_corner:
            p, q, r = v[:, 0], v[:, 1], v[:, 2]
            pq, qr, rp = (p + q) / 2, (q + r) / 2, (r + p) / 2
            out.append(np.concatenate([np.stack(k, 1) for k in ((p, pq, rp), (pq, q, qr), (rp, qr, r), (pq, qr, rp))]))
        return f, *out

    def mean(self, v):
        return np.concatenate([v, (v[self.edges[:, 0]] + v[self.edges[:, 1]]) / 2])

    def both(self, v):
        return np.concatenate([v, v[self.edges[:, 0]] & v[self.edges[:, 1]]])

    def tethers(self, anchor, reach):
        a, b = anchor[self.edges[:, 0]], anchor[self.edges[:, 1]]
        held = (a >= 0) & (b >= 0)
        r = np.maximum(reach[self.edges[:, 0]], reach[self.edges[:, 1]]) * 1.004 + .002
        return np.concatenate([anchor, np.where(held, a, -1)]), np.concatenate([reach, np.where(held, r, 0)])


def fulled(x, edges, tri, fixed, rounds):
    """Felted cloth takes no relief as fine as its mesh: even it out, without shrinking (Taubin 1995). What lies on an
    edge of the cloth is evened along it only, else hems come out notched."""
    e, count = np.unique(np.sort(np.vstack([tri[:, [0, 1]], tri[:, [1, 2]], tri[:, [2, 0]]]), 1), axis=0, return_counts=True)
    rim = np.zeros(len(x), bool)
    rim[e[count == 1]] = True
    within = edges[~rim[edges].any(1)]
    onto = edges[rim[edges].sum(1) == 1]                 # counts for the one that is not on the rim
    onto = np.where(rim[onto[:, :1]], onto[:, ::-1], onto)
    a, b = np.concatenate([within, within[:, ::-1], onto, e[count == 1], e[count == 1][:, ::-1]]).T
    count = np.bincount(a, minlength=len(x))[:, None]
    for step in (.5, -.53) * rounds:
        mean = np.stack([np.bincount(a, x[b, k], len(x)) for k in range(3)], 1) / np.maximum(count, 1)
        x = x + step * (mean - x) * ~fixed[:, None] * (count > 0)
    return x

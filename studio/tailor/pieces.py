"""Cut pieces of cloth.

A piece knows where its vertices start (`x`), which faces join them, and how long
every edge wants to be (`rest`). Wherever `rest` is longer than the start, the cloth
is fuller than the form it hangs on, and the solver turns the surplus into folds.
"""
import numpy as np
from scipy.interpolate import LinearNDInterpolator
from scipy.spatial import Delaunay

from . import body
from .outline import inside, near


class Piece:
    def __init__(self, name, x, faces, edges, rest, soft, uv, param, period=None):
        n = len(x)
        self.name, self.x, self.faces = name, np.asarray(x, float), faces
        self.edges, self.rest, self.soft = edges, rest, soft
        self.uv, self.param = uv, param          # uv in metres, for the weave; param for placing trims
        self.period = period                     # uv width at which a closed piece wraps round
        self.pinned = np.zeros(n, bool)
        self.seams, self.hems = np.zeros(n, bool), np.zeros(n, bool)
        self.anchor, self.reach = np.full(n, -1), np.zeros(n)
        self.anchor_piece = self
        self.weld = {}                           # own vertex -> (other piece, its vertex)
        self.margin, self.friction = 0.004, 0.3
        self.ids = None

    def row(self, i):
        """Vertices of row i of a grid piece (negative counts from the end)."""
        i = i % self.shape[0]
        return np.arange(i * self.shape[1], (i + 1) * self.shape[1])


def _lengths(x, edges, fu, fv):
    """Rest lengths from the start shape, made longer across (fu) and along (fv)."""
    e = x[edges[:, 1]] - x[edges[:, 0]]
    mu = (fu[edges[:, 0]] + fu[edges[:, 1]]) / 2
    mv = (fv[edges[:, 0]] + fv[edges[:, 1]]) / 2
    return np.sqrt((mu ** 2) * (e[:, 0] ** 2 + e[:, 1] ** 2) + (mv ** 2) * e[:, 2] ** 2)


def grid(name, x, fu=1.0, fv=1.0, closed=True, lu=None, lv=None):
    """Rows x columns of points -> cloth. fu, fv: fullness per row, scalar or (rows,) or (rows, cols).
    lu, lv override the measured spacing (rows, cols)."""
    R, N = x.shape[:2]
    full = lambda f: np.broadcast_to(np.asarray(f, float).reshape(-1, 1) if np.ndim(f) == 1 else f, (R, N))
    fu, fv = full(fu), full(fv)
    idx = np.arange(R * N).reshape(R, N)
    nxt = np.roll(idx, -1, 1)
    across = np.linalg.norm(np.roll(x, -1, 1) - x, axis=2) * fu if lu is None else np.broadcast_to(lu, (R, N))
    along = (np.linalg.norm(x[1:] - x[:-1], axis=2) * fv[1:]) if lv is None else np.broadcast_to(lv, (R - 1, N))
    c = N if closed else N - 1
    a, b = idx[:-1, :c], nxt[:-1, :c]
    d, e = idx[1:, :c], nxt[1:, :c]
    faces = np.stack([a, b, e, d], -1).reshape(-1, 4)
    E, L, S = [], [], []

    def put(i, j, l, soft):
        E.append(np.stack([i.ravel(), j.ravel()], 1)); L.append(l.ravel()); S.append(np.full(i.size, soft))
    put(idx[:, :c], nxt[:, :c], across[:, :c], False)
    put(idx[:-1], idx[1:], along, False)
    w = (across[:-1, :c] + across[1:, :c]) / 2
    diag = np.sqrt(w ** 2 + along[:, :c] ** 2 + 0 * w)
    put(a, e, diag, True)
    put(b, d, diag, True)
    width = across[:, :c].sum(1)
    u = np.arange(N) / (N if closed else N - 1)
    v = np.vstack([np.zeros((1, N)), np.cumsum(along, 0)])
    uv = np.stack([np.broadcast_to(u, (R, N)) * width.mean(), v], -1).reshape(-1, 2)
    p = Piece(name, x.reshape(-1, 3), faces, np.vstack(E), np.concatenate(L), np.concatenate(S), uv,
              np.stack(np.broadcast_arrays(u[None, :], np.linspace(0, 1, R)[:, None]), -1).reshape(-1, 2),
              width.mean() if closed else None)
    p.shape, p.length, p.width = (R, N), v, width
    return p


def tether(piece, rows_from, slack=1.01):
    """Every vertex below `rows_from` stays within its cloth length of the row it hangs from."""
    R, N = piece.shape
    i, j = np.divmod(np.arange(R * N), N)
    below = i > rows_from
    piece.anchor = np.where(below, rows_from * N + j, -1)
    piece.reach = np.where(below, (piece.length[i, j] - piece.length[rows_from, j]) * slack, 0)


def armhole(u0, n, z=1.303, hz=0.092, hu=0.062):
    """Outline of the hole a sleeve is set into, (u, z) pairs; starts at the shoulder
    and turns over the front. u0 = .25 is the wearer's left."""
    phi = 2 * np.pi * np.arange(n) / n
    side = 1 if u0 < 0.5 else -1
    return np.stack([u0 + side * hu * np.sin(phi) * (1 - 0.12 * np.cos(phi)), z + hz * np.cos(phi)], 1)


def torso(name, bottom, neck, ease, holes=(), h=0.0075, fu=None, fv=None, shape=None, bottom_count=None, give=0.0):
    """Closed shell round the torso from height `bottom` up to the neck ring.

    neck(u) and ease(u, z) shape it; holes are (u, z) outlines for sleeves, kept as
    vertex loops in `.loops`; fu(u, z), fv(u, z) are fullness. bottom_count sets how many
    vertices the lower edge has, for a skirt to be welded on; give (0..1) is how much of the
    cloth's shear is left below the shoulders: without any, folds end where the shell begins.
    """
    P = 0.92
    zs = np.linspace(bottom, 1.47, 200)
    a, b, _ = body.section(zs)
    run = np.concatenate([[0], np.cumsum(np.hypot(np.diff(zs), (np.diff(a) + np.diff(b)) / 2))])
    up = lambda z: np.interp(z, zs, run)
    down = lambda s: np.interp(s, run, zs)
    nb = int(P / h)
    ub = np.arange(nb) / nb
    n0 = bottom_count or nb
    lower = np.stack([np.arange(n0) / n0 * P, np.zeros(n0)], 1)
    upper = np.stack([ub * P, up(neck(ub))], 1)
    loops = [np.stack([q[:, 0] * P, up(q[:, 1])], 1) for q in holes]
    top_at = lambda X: up(neck(X / P))
    pts = [lower, upper] + loops
    rows = int(run[-1] / (h * 0.87)) + 1
    inner = []
    for r in range(1, rows):
        xs = (np.arange(nb) + 0.5 * (r % 2)) * P / nb
        inner.append(np.stack([xs, np.full(nb, r * h * 0.87)], 1))
    inner = np.vstack(inner)
    inner = inner[(inner[:, 1] < top_at(inner[:, 0]) - 0.6 * h) & (inner[:, 1] > 0.5 * h)]
    for q in loops:
        inner = inner[~inside(inner, q)]
        inner = inner[near(inner, q) > 0.6 * h]
    inner += np.random.default_rng(2).uniform(-.03, .03, inner.shape) * h    # no two ways to triangulate a square
    pts = np.vstack(pts + [inner])
    n = len(pts)
    # ghosts on both sides make the triangulation wrap round the back
    left, right = pts[:, 0] > P * 0.93, pts[:, 0] < P * 0.07
    src = np.concatenate([np.arange(n), np.where(left)[0], np.where(right)[0]])
    allp = np.vstack([pts, pts[left] - [P, 0], pts[right] + [P, 0]])
    tri = Delaunay(allp).simplices
    c = allp[tri].mean(1)
    ok = (c[:, 0] >= 0) & (c[:, 0] < P) & (c[:, 1] < top_at(np.mod(c[:, 0], P)) - 1e-6) & (c[:, 1] > 0)
    for q in loops:
        ok &= ~inside(c, q)
    big = allp[tri]
    ok &= (np.linalg.norm(big - np.roll(big, 1, 1), axis=2).max(1) < 4 * h)
    tri, c = tri[ok], c[ok]
    p0, p1, p2 = (allp[tri[:, k]] for k in range(3))
    flip = ((p1 - p0)[:, 0] * (p2 - p0)[:, 1] - (p1 - p0)[:, 1] * (p2 - p0)[:, 0]) > 0
    tri[flip] = tri[flip][:, ::-1]
    tri = src[tri]
    tri = tri[np.sort(np.unique(np.sort(tri, 1), axis=0, return_index=True)[1])]
    u, z = pts[:, 0] / P, down(pts[:, 1])
    z[n0:n0 + nb] = neck(ub)
    x = body.around(u, z, ease(u, z))
    if shape is not None:
        x = shape(x, u, z)
    cut = x
    rng = np.random.default_rng(5)                       # folds must not be mirrored
    wave = sum(rng.normal(0, .0009) * np.sin(2 * np.pi * (a * u + b * z * 4 + rng.random())) for a in (2, 3, 5, 8) for b in (1, 2, -2))
    x = x + (wave * np.clip((1.40 - z) / .1, 0, 1) * np.clip((z - bottom) / .05, 0, 1))[:, None] * np.stack(
        [np.sin(2 * np.pi * u), np.cos(2 * np.pi * u), 0 * u], 1)
    e = np.unique(np.sort(np.vstack([tri[:, [0, 1]], tri[:, [1, 2]], tri[:, [0, 2]]]), 1), axis=0)
    one = np.ones(n)
    rest = _lengths(cut, e, one * (fu(u, z) if fu else 1), one * (fv(u, z) if fv else 1))
    level = np.abs(z[e[:, 0]] - z[e[:, 1]]) < .25 * h
    soft = np.where(level | (z[e].max(1) > 1.34), 0.0, give)
    p = Piece(name, x, tri, e, rest, soft, np.stack([pts[:, 0], pts[:, 1]], 1),
              np.stack([u, z], 1), P)
    p.bottom_ring, p.neck_ring = np.arange(n0), np.arange(n0, n0 + nb)
    p.loops, k = [], n0 + nb
    for q in loops:
        p.loops.append(np.arange(k, k + len(q)))
        k += len(q)
        p.seams[p.loops[-1]] = True
    p.pinned[p.neck_ring] = True
    # nothing on the bodice sinks further from the neck than it was cut
    off = np.abs(u[:, None] - u[p.neck_ring][None, :])
    p.anchor = p.neck_ring[np.argmin(np.minimum(off, 1 - off), 1)]
    long = float(np.max(fv(u, z))) if fv else 1
    p.reach = np.linalg.norm(x - x[p.anchor], axis=1) * max(1, long) * 1.006 + .001
    return p


def sleeve(name, shell, loop, arm, side, length, radius, fullness, ease_along=1.03, cap=0.165, detail=1.0,
           bulge=0.0, cuff_rows=0, lift=0.27, crown=0.965):
    """A sleeve set into `loop` of the torso shell. radius(s), fullness(s): start radius and how much
    fuller than that the cloth is, s in metres from the shoulder point. It is cut for an arm lifted
    by the tangent `lift` and hangs on `arm`: what is then too long folds at armpit and elbow.
    bulge (m) raises the sleeve head; crown is its fullness along."""
    ring = shell.x[shell.loops[loop]].copy()
    if side < 0:
        ring[:, 0] *= -1
    n = len(ring)
    phi = 2 * np.pi * np.arange(n) / n

    def circle(limb, s):
        c, d = limb.axis(np.array([s]))
        c, d = c[0], d[0]
        o = np.array([1.0, 0, 0]) - d[0] * d
        o /= np.linalg.norm(o)
        f = np.cross(d, o)
        f = f if f[1] < 0 else -f
        r = radius(s)
        return c + r * (np.cos(phi)[:, None] * o + np.sin(phi)[:, None] * f), d, c
    at = lambda s: circle(arm, s)
    step = 0.0078 / detail
    k = (1 + np.cos(phi))[:, None] / 2
    R1 = max(8, int(cap / step))
    rest_s = np.linspace(cap, length, int((length - cap) / step) + 1)[1:]
    s_row = np.concatenate([np.linspace(0, cap, R1 + 1), rest_s])

    def hung(limb, slope):
        end, d_end, _ = circle(limb, cap)
        out = np.array([slope, 0.0, -np.sqrt(1 - slope * slope)])
        m0 = out * (0.022 + (0.050 + bulge) * k)
        m1 = d_end * (0.03 + 0.12 * k)
        rows = [ring * (2 * t ** 3 - 3 * t * t + 1) + m0 * (t ** 3 - 2 * t * t + t)
                + end * (3 * t * t - 2 * t ** 3) + m1 * (t ** 3 - t * t) for t in np.linspace(0, 1, R1 + 1)]
        return np.array(rows + [circle(limb, s)[0] for s in rest_s])
    x = hung(arm, .62)
    cut = hung(arm.straight(lift), .72)
    span = lambda y, ax: np.linalg.norm(np.roll(y, -1, 1) - y if ax else y[1:] - y[:-1], axis=2)
    fu = np.array([fullness(s) for s in s_row])
    fv = ease_along * np.where(s_row[1:] < cap, crown, 1.0)
    lu = span(x, 1) * fu[:, None]
    here, over = span(x, 0), span(cut, 0) - span(x, 0)
    lv = (here + np.maximum(over, 0) * np.clip(1.0 - k[:, 0], 0, 1)) * fv[:, None]     # over the shoulder it fits
    rng = np.random.default_rng(7 + side)                # no two folds alike
    crumple = sum(rng.normal(0, .0016) * np.sin(a * phi[None] + b * s_row[:, None] * 40 + rng.uniform(0, 6))
                  for a in (1, 2, 3) for b in (1, 2, 3, -2))
    x = x + (crumple * np.clip(s_row / cap, 0, 1)[:, None])[..., None] * (np.cos(phi)[:, None] * [1, 0, 0] - np.sin(phi)[:, None] * [0, 1, 0])
    if side < 0:
        x[:, :, 0] *= -1
    p = grid(name, x, lu=lu, lv=lv)
    if side > 0:
        p.faces = p.faces[:, ::-1]
    p.s = s_row
    for j, v in enumerate(p.row(0)):
        p.weld[v] = (shell, shell.loops[loop][j])
    if cuff_rows:
        for r in range(1, cuff_rows + 1):
            p.pinned[p.row(-r)] = True
        for r, s in ((r, s_row[r]) for r in range(len(s_row) - cuff_rows, len(s_row))):
            c = circle(arm, s)[0]
            if side < 0:
                c = c * [-1, 1, 1]
            p.x[p.row(r)] = c
    else:
        p.hems[p.row(-1)] = True
    p.arm_frame = at
    return p


def normals(x, tri):
    """Unit normals of the points x (n, 3) of triangles: the mean of those around, by their areas."""
    out = np.zeros_like(x)
    across = np.cross(x[tri[:, 1]] - x[tri[:, 0]], x[tri[:, 2]] - x[tri[:, 0]])
    for k in range(3):
        np.add.at(out, tri[:, k], across)
    return out / (np.linalg.norm(out, axis=1)[:, None] + 1e-12)


def surface(piece, x):
    """(param u, v) -> point and normal on the draped piece, for buttons and plackets."""
    tri = piece.faces if piece.faces.shape[1] == 3 else np.vstack([piece.faces[:, :3], piece.faces[:, [0, 2, 3]]])
    f = LinearNDInterpolator(piece.param, np.hstack([x, normals(x, tri)]))

    def at(u, v):
        q = np.stack(np.broadcast_arrays(u, v), -1).astype(float)
        r = f(q.reshape(-1, 2)).reshape(q.shape[:-1] + (6,))
        nn = r[..., 3:]
        return r[..., :3], nn / (np.linalg.norm(nn, axis=-1, keepdims=True) + 1e-12)
    return at

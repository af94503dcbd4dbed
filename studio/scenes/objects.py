"""Shapes for still lifes: thick sheets of cloth, tubes, turned things. Metres."""
import numpy as np


def _grid(R, N, start=0):
    i = np.arange(R * N).reshape(R, N) + start
    return np.stack([i[:-1, :-1], i[:-1, 1:], i[1:, 1:], i[1:, :-1]], -1).reshape(-1, 4)


def normals(p):
    n = np.cross(np.gradient(p, axis=1), np.gradient(p, axis=0))
    return n / (np.linalg.norm(n, axis=2)[..., None] + 1e-12)


def sheet(scene, p, thick, fabric, colour, texture=None, subdiv=1, **kw):
    """Cloth `thick` metres thick along the grid of points p (rows, columns, 3), with its cut edges.
    With a texture the cloth coordinates run 0..1."""
    R, N = p.shape[:2]
    n = normals(p)
    u = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(p, axis=1), axis=2).mean(0))])
    v = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(p, axis=0), axis=2).mean(1))])
    if texture is not None:
        u, v = u / u[-1], v / v[-1]
    uv = np.stack(np.broadcast_arrays(u[None], v[:, None]), -1).reshape(-1, 2)
    x = np.concatenate([(p + n * thick / 2).reshape(-1, 3), (p - n * thick / 2).reshape(-1, 3)])
    i = np.arange(R * N).reshape(R, N)
    ring = np.concatenate([i[0, :], i[1:, -1], i[-1, -2::-1], i[-2:0:-1, 0]])
    nxt = np.roll(ring, -1)
    f = np.concatenate([_grid(R, N), _grid(R, N, R * N)[:, ::-1], np.stack([ring, ring + R * N, nxt + R * N, nxt], 1)])
    scene.mesh(x, f, np.concatenate([uv, uv])[f], fabric, colour, subdiv=subdiv, texture=texture, **kw)


def surface(scene, p, fabric, colour, closed=False, subdiv=1, texture=None):
    """A grid of points as one skin; closed: the columns go round."""
    R, N = p.shape[:2]
    if closed:
        p = np.concatenate([p, p[:, :1]], 1)
    u = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(p, axis=1), axis=2).mean(0))])
    v = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(p, axis=0), axis=2).mean(1))])
    if texture is not None:
        u, v = u / u[-1], v / v[-1]
    uv = np.stack(np.broadcast_arrays(u[None], v[:, None]), -1).reshape(-1, 2)
    g = _grid(R, p.shape[1])
    f = g.copy()
    x = p.reshape(-1, 3)
    if closed:                                           # weld the first column to the last, keep both coordinates
        col, row = f % (N + 1), f // (N + 1)
        f, x = row * N + col % N, p[:, :-1].reshape(-1, 3)
    scene.mesh(x, f, uv[g], fabric, colour, subdiv=subdiv, texture=texture)


def tube(scene, path, radius, fabric, colour, sides=14, flat=1.0, up=(0, 0, 1), caps=True):
    """A round bar along a path (k,3); radius may vary along it, `flat` squeezes it along `up`."""
    path = np.asarray(path, float)
    d = np.gradient(path, axis=0)
    d /= np.linalg.norm(d, axis=1)[:, None]
    a = np.cross(d, np.asarray(up, float))
    thin = np.linalg.norm(a, axis=1) < 1e-3
    a[thin] = np.cross(d[thin], [1.0, 0, 0])
    a /= np.linalg.norm(a, axis=1)[:, None]
    b = np.cross(a, d)
    r = np.broadcast_to(radius, len(path)).astype(float)
    if caps:
        path = np.concatenate([path[:1], path, path[-1:]])
        a, b = (np.concatenate([k[:1], k, k[-1:]]) for k in (a, b))
        r = np.concatenate([[r[0] * .05], r, [r[-1] * .05]])
    t = 2 * np.pi * np.arange(sides) / sides
    p = path[:, None] + r[:, None, None] * (np.cos(t)[None, :, None] * a[:, None] + flat * np.sin(t)[None, :, None] * b[:, None])
    surface(scene, p[:, ::-1], fabric, colour, True)


def turned(scene, at, profile, fabric, colour, sides=36):
    """What a lathe makes: profile of (radius, height) straight up from the point `at`."""
    t = 2 * np.pi * np.arange(sides) / sides
    round_ = -np.column_stack([np.cos(t), np.sin(t), 0 * t])
    p = np.array([np.asarray(at) + r * round_ + [0, 0, h] for r, h in profile])
    surface(scene, p, fabric, colour, True)


def wander(rng, n, size, length):
    """Smooth random curve of n values: about `size` high, humps about n/length apart."""
    k = np.arange(n) / max(1, n - 1) * length
    return sum(rng.normal(0, size / (1 + j)) * np.sin(k * (j + 1) * 1.7 + rng.uniform(0, 6.3)) for j in range(4))

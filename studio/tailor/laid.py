"""What lies on draped cloth: ways across it measured in metres, and one surface from neck to hem."""
import numpy as np
from scipy.interpolate import LinearNDInterpolator, NearestNDInterpolator
from scipy.ndimage import gaussian_filter1d

from . import body
from .pieces import normals


def cloth(g, piece):
    """(u, z) -> point and outward normal on the draped shell `piece`, all the way round and a little past its edges."""
    x, tri = g.placed(piece), piece.faces
    normal = normals(x, tri)
    if (normal[:, :2] * x[:, :2]).sum() < 0:
        normal = -normal
    q = np.vstack([piece.param + [k, 0] for k in (-1, 0, 1)])
    both = np.tile(np.hstack([x, normal]), (3, 1))
    keep = (q[:, 0] > -.3) & (q[:, 0] < 1.3)
    within, beyond = LinearNDInterpolator(q[keep], both[keep]), NearestNDInterpolator(q[keep], both[keep])

    def at(u, z):
        p = np.stack(np.broadcast_arrays(np.mod(u, 1), z), -1)
        r = within(p)
        out = np.isnan(r[..., 0])
        r[out] = beyond(p[out])
        n = r[..., 3:]
        return r[..., :3], n / np.linalg.norm(n, axis=-1, keepdims=True)
    return at


def outward(u, z, way, tilt=0.0, ease=.02, steps=40):
    """Walk from the curve (u, z) across the body, square to the curve, `way` metres far (one number a point):
    (steps + 1, n) of u and of z. tilt (radians) turns each walk along the curve. Over the shoulder a little
    of z is a long way; that is why one walks."""
    u, z = np.unwrap(u * 2 * np.pi) / (2 * np.pi), z.copy()

    def tangents(u, z, e=1e-4):
        at = lambda a, b: body.around(a, b, ease)
        return (at(u + e, z) - at(u - e, z)) / (2 * e), (at(u, z + e) - at(u, z - e)) / (2 * e)
    unit = lambda v: v / (np.linalg.norm(v, axis=-1, keepdims=True) + 1e-12)
    along = unit(np.gradient(body.around(u, z, ease), axis=0))
    pu, pz = tangents(u, z)
    heading = unit(np.cross(along, unit(np.cross(pu, pz))))
    heading *= -np.sign(heading[len(u) // 2] @ pz[len(u) // 2])          # at the back it is downward
    tilt = np.broadcast_to(tilt, u.shape)[:, None]
    heading = heading * np.cos(tilt) + along * np.sin(tilt)
    U, Z = [u], [z]
    for _ in range(steps):
        pu, pz = tangents(u, z)
        n = unit(np.cross(pu, pz))
        heading = unit(heading - n * (heading * n).sum(1)[:, None])
        a, b, c = (pu * pu).sum(1), (pu * pz).sum(1), (pz * pz).sum(1)
        p, q = (heading * pu).sum(1), (heading * pz).sum(1)
        step = way / steps / (a * c - b * b)
        u, z = u + (c * p - b * q) * step, z + (a * q - b * p) * step
        U.append(u); Z.append(z)
    return np.array(U), np.array(Z)


def through(top, low, join, length):
    """One surface (u, height) of a shell and the skirt welded to it at height `join`."""
    def at(u, z):
        u, z = np.broadcast_arrays(u, z)
        above = (z >= join + 1e-4)[..., None]
        p, n = top(u, np.maximum(z, join + 1e-4))
        q, m = low(u, np.clip((join - z) / length, 1e-4, 1 - 1e-4))
        return np.where(above, p, q), np.where(above, n, m)
    return at


def flat_front(piece, half=.05, by=.4):
    """Take fullness out of a grid skirt at centre front, where a placket keeps it flat."""
    u, v = piece.param[:, 0], piece.uv[:, 1]
    a, b = piece.edges.T
    du = np.abs(u[a] - u[b])
    mid = np.where(du > .5, 0, (u[a] + u[b]) / 2)
    less = 1 - by * np.exp(-((mid - .5) / half) ** 4)
    across = np.sqrt(np.maximum(piece.rest ** 2 - (v[a] - v[b]) ** 2, 0))
    piece.rest = np.hypot(across * less, v[a] - v[b])


def bridge(low, circumference, middle, half=.026, reach=.10, rows=160, follow=.12):
    """A smooth surface over the folds at centre front of a skirt, as an interlined placket has: (u, v). It runs straight
    down x = `middle`, whatever way the cloth below has gone; only the part `follow` of that it follows. It is borne by the cloth
    nearer than `half` metres to it, looked for within `reach` (in u)."""
    v = np.linspace(.004, .996, rows)
    u = .5 + np.linspace(-reach, reach, 121)
    p = low(u[:, None], v[None])[0]
    own = p[len(u) // 2]                                 # where the cloth's own centre front hangs
    x = middle + follow * gaussian_filter1d(own[:, 0] - own[0, 0], 12, mode='nearest')
    off = p[..., 0] - x
    near = np.where(np.abs(off) < half, 1.0, 0)
    mean = lambda k: (k * near).sum(0) / near.sum(0)
    lean = mean((off - mean(off)) * p[..., 1]) / mean((off - mean(off)) ** 2)        # it lies as the cloth there is turned
    lean = gaussian_filter1d(np.clip(lean, -.5, .5), 12, mode='nearest')
    y = np.min(p[..., 1] - lean * off + np.where(near > 0, 0, 9.0), axis=0)
    y, z = (gaussian_filter1d(k, 7, mode='nearest') for k in (y, mean(p[..., 2])))

    def at(u, w):
        u, w = np.broadcast_arrays(u, w)
        side = -(u - .5) * circumference(w)
        slope = np.interp(w, v, lean)
        out = np.interp(w, v, y) - .002 * np.minimum(1, 3 * w) + slope * side + side ** 2 * 4
        q = np.stack([np.interp(w, v, x) + side, out, np.interp(w, v, z)], -1)
        n = np.stack([slope + 8 * side, -1 + 0 * side, 0 * side], -1)
        return q, n / np.linalg.norm(n, axis=-1, keepdims=True)
    return at

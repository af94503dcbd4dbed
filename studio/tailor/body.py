"""The invisible mannequin.

Lengths are metres; the camera looks along +y, so the front of the body is -y.
The torso is a stack of ellipses (z, half-width, half-depth, y-shift); the arms
are tapered capsules. Cloth collides with a signed-distance grid of both.
"""
import numpy as np
from scipy.interpolate import PchipInterpolator

SECTIONS = np.array([
    # z      a      b      y
    (0.000, 0.120, 0.110, 0.000),
    (0.450, 0.140, 0.118, 0.000),
    (0.750, 0.166, 0.128, 0.000),
    (0.920, 0.178, 0.132, 0.004),
    (1.000, 0.157, 0.117, 0.002),
    (1.090, 0.119, 0.092, 0.000),
    (1.160, 0.124, 0.099, -0.004),
    (1.220, 0.131, 0.111, -0.010),
    (1.270, 0.138, 0.119, -0.014),
    (1.330, 0.146, 0.110, -0.008),
    (1.370, 0.158, 0.094, 0.001),
    (1.399, 0.164, 0.082, 0.008),
    (1.416, 0.147, 0.075, 0.011),
    (1.432, 0.106, 0.068, 0.013),
    (1.449, 0.070, 0.061, 0.014),
    (1.475, 0.057, 0.058, 0.014),
    (1.550, 0.053, 0.055, 0.006),
])
_curves = [PchipInterpolator(SECTIONS[:, 0], SECTIONS[:, k]) for k in (1, 2, 3)]

WAIST = 1.09


def section(z):
    """Half-width, half-depth and y-shift of the torso at height z."""
    z = np.clip(z, SECTIONS[0, 0], SECTIONS[-1, 0])
    return tuple(c(z) for c in _curves)


def around(u, z, ease=0.0):
    """Point on the torso, `ease` outside the skin. u runs 0..1 from centre back
    over the wearer's left side (+x) to centre front at 0.5."""
    a, b, y = section(z)
    th = 2 * np.pi * np.asarray(u)
    return np.stack([(a + ease) * np.sin(th), (b + ease) * np.cos(th) + y,
                     np.broadcast_to(z, np.shape(th * z))], -1)


class Arm:
    """The left arm (+x); the right one is built as its mirror image. It hangs: 8 to 12 degrees
    off the side, a little forward, the elbow a little bent."""

    def __init__(self, spread=0.17, forward=0.03, bend=0.24):
        # spread, forward: tangents of the upper arm's angle off the side and to the front;
        # bend: the same of the forearm against the upper arm
        self.spread, self.forward, self.bend = spread, forward, bend
        d = np.array([spread, -forward, -1.0])
        d /= np.linalg.norm(d)
        self.shoulder = np.array([0.150, 0.006, 1.364])
        self.elbow = self.shoulder + 0.275 * d
        d2 = d + np.array([-0.05, -bend, 0.0])
        d2 /= np.linalg.norm(d2)
        self.wrist = self.elbow + 0.255 * d2
        self.radii = (0.041, 0.035, 0.024)

    def straight(self, spread=0.36):
        """The arm a sleeve is cut for: lifted and straight. Hanging, it leaves cloth over
        under the armpit and in the crook of the elbow, and that cloth folds."""
        return Arm(spread, 0.0, 0.0)

    def axis(self, s):
        """Point and unit direction at distance s (m) from the shoulder, rounded at
        the elbow so that a sleeve bends rather than breaks there."""
        s = np.asarray(s, float)
        d1 = (self.elbow - self.shoulder) / np.linalg.norm(self.elbow - self.shoulder)
        d2 = (self.wrist - self.elbow) / np.linalg.norm(self.wrist - self.elbow)
        k = np.clip((s - 0.215) / 0.12, 0, 1)
        # exact integral of a direction that turns linearly over 12 cm
        p = (self.shoulder + np.outer(np.minimum(s, 0.215), d1)
             + np.outer(0.12 * (k - k * k / 2), d1) + np.outer(0.12 * k * k / 2, d2)
             + np.outer(np.maximum(s - 0.335, 0), d2))
        d = np.outer(1 - k, d1) + np.outer(k, d2)
        return p, d / np.linalg.norm(d, axis=1)[:, None]


def _capsule(p, a, b, ra, rb):
    ab = b - a
    t = np.clip(((p - a) @ ab) / (ab @ ab), 0, 1)
    return np.linalg.norm(p - (a + t[..., None] * ab), axis=-1) - (ra + (rb - ra) * t)


def _smooth_min(a, b, k):
    h = np.clip(0.5 + 0.5 * (b - a) / k, 0, 1)
    return b + (a - b) * h - k * h * (1 - h)


def distance_grid(arm, arms=True, cell=0.008):
    """Signed distance on a regular grid: (origin, cell, float32 array [x,y,z])."""
    lo, hi = np.array([-0.60, -0.30, -0.02]), np.array([0.60, 0.30, 1.60])
    n = np.ceil((hi - lo) / cell).astype(int) + 1
    ax = [lo[k] + cell * np.arange(n[k]) for k in range(3)]
    x, y, z = np.meshgrid(*ax, indexing='ij')
    a, b, y0 = (c[None, None, :] for c in section(ax[2]))
    f = np.sqrt((x / a) ** 2 + ((y - y0) / b) ** 2)
    g = np.gradient(f, cell)
    norm = np.sqrt(sum(k * k for k in g))
    d = (f - 1) / np.maximum(norm, 1.0)
    d = np.where(z > 1.55, np.maximum(d, z - 1.55), d)
    p = np.stack([np.abs(x), y, z], -1)
    for at, r in (((.068, -.082, 1.262), .050), ((.060, -.088, 1.240), .040)):   # a soft bust
        d = _smooth_min(d, np.linalg.norm(p - np.array(at), axis=-1) - r, .03)
    if arms:
        left, right = arm if isinstance(arm, tuple) else (arm, arm)
        for side, k in ((1, left), (-1, right)):
            half = (side * ax[0]) >= -.01
            q, r = p[half], k.radii
            arm_d = np.minimum(_capsule(q, k.shoulder, k.elbow, r[0], r[1]),
                               _capsule(q, k.elbow, k.wrist, r[1], r[2]))
            d[half] = _smooth_min(d[half], arm_d, 0.022)
    return lo, cell, np.ascontiguousarray(d, np.float32)


def filled(grid, sections):
    """The distance grid with a smooth form added, rows of `sections` as in SECTIONS: what interlining, canvas and the
    clothes below keep a heavy coat from falling into. Only between the lowest and highest row."""
    lo, cell, d = grid
    x, y, z = (lo[k] + cell * np.arange(d.shape[k]) for k in range(3))
    s = np.array(sections)
    a, b, y0 = (PchipInterpolator(s[:, 0], s[:, k])(np.clip(z, s[0, 0], s[-1, 0])) for k in (1, 2, 3))
    f = np.sqrt((x[:, None, None] / a) ** 2 + ((y[None, :, None] - y0) / b) ** 2)
    beyond = np.maximum(s[0, 0] - z, z - s[-1, 0])
    form = np.maximum((f - 1) * np.minimum(a, b) * np.sqrt(np.maximum(a, b) / np.minimum(a, b)), beyond)
    return lo, cell, np.ascontiguousarray(_smooth_min(d, form, .012), np.float32)

"""Rouleau loops: half rings of fine cord, turned of the garment's own cloth, that hold small covered buttons."""
import numpy as np
from scipy.interpolate import CubicSpline

from .trims import sheet

HALF = np.array([(-.0088, -.0018), (-.0046, -.0043), (.0004, -.0058), (.0048, -.0036), (.0062, 0)])


def rouleau(g, p, n, towards=1, size=1.0, cord=.0010, seed=0):
    """A loop round the button that stands at `p` facing along `n`. It comes out of an edge 9 mm (times `size`) to the wearer's right
    of the button, or to the left if `towards` is -1; its weight lets it sag a little, each differently."""
    rng = np.random.default_rng(seed)
    n = n / np.linalg.norm(n)
    across = np.cross(n, [0, 0, 1.0]) * -towards
    across *= np.sign(across[0]) * towards / np.linalg.norm(across)
    up = np.cross(n, across)
    up *= np.sign(up[2])
    way = np.vstack([HALF, HALF[-2::-1] * [1, -1]]) * size
    way = way + rng.normal(0, .00022, way.shape) - [0, .0005]
    t = np.linspace(0, 1, 41)
    x, y = CubicSpline(np.linspace(0, 1, len(way)), way)(t).T
    high = cord * (.75 - 2.2 * np.exp(-np.minimum(t, 1 - t) / .035)) + .0003 * np.sin(np.pi * t)
    path = p + x[:, None] * across + y[:, None] * up + high[:, None] * n
    along = np.gradient(path, axis=0)
    side = np.cross(along, n)
    side /= np.linalg.norm(side, axis=1)[:, None]
    k = 2 * np.pi * np.arange(10) / 9
    thick = cord * (1 + .10 * np.sin(2 * np.pi * 17 * t))[:, None]       # its seam winds round it
    sheet(g, 'loop', np.array([path + thick * (np.cos(a) * side + np.sin(a) * n) for a in k]), thickness=0)

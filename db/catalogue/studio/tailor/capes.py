"""A cape cut to the shoulders: smooth over neck, shoulder and upper arm, flared below; nothing is gathered."""
import numpy as np

from . import body
from .pieces import grid, tether

# half-width and half-depth of the cloth over neck, shoulders and arms; below, of the flare
HEIGHT = [.42, .80, 1.10, 1.25, 1.33, 1.375, 1.40, 1.416, 1.432, 1.449, 1.460]
WIDTH = [.370, .298, .252, .229, .216, .202, .183, .162, .121, .084, .073]
DEPTH = [.255, .195, .160, .149, .129, .110, .096, .089, .082, .075, .071]


def fitted(name, neck, hem, detail=1.0, nu=340, ripple=.010, flutes=7, seed=3):
    """Cloth from the neck ring to height `hem`, every column as long as its way down there, so the hem is level.
    Its params are u and metres below the neck at centre front."""
    rng = np.random.default_rng(seed)
    nu = int(nu * detail)
    u = np.arange(nu) / nu
    th = 2 * np.pi * u
    wave = sum(a * np.sin(2 * np.pi * (k * u + rng.random()) + .8 * np.sin(2 * np.pi * (2 * u + rng.random())))
               for k, a in ((flutes, 1), (flutes + 4, .7), (flutes - 3, .5)))
    z = neck(u) + (hem - neck(u)) * np.linspace(0, 1, 900)[:, None]
    a, b = np.interp(z, HEIGHT, WIDTH), np.interp(z, HEIGHT, DEPTH)
    free = np.clip((1.25 - z) / .8, 0, 1) ** 1.2
    r = 1 + wave * ripple * free / a
    # the waves grow from nothing: the flare is cut, not gathered
    # threads of the front fall straight from the neck instead of fanning out, else they gather there
    th = th - np.interp(z, [.42, 1.1, 1.25, 1.40, 1.432, 1.449, 1.462], [.2, .40, .47, .52, .36, .14, 0]) / 2 * np.sin(2 * th)
    x = np.stack([a * r * np.sin(th), b * r * np.cos(th) + body.section(np.maximum(z, 1.2))[2], z], -1)
    run = np.vstack([np.zeros(nu), np.cumsum(np.linalg.norm(np.diff(x, axis=0), axis=2), axis=0)])
    R = int(run[-1].mean() / .0078 * detail) + 1
    t = np.linspace(0, 1, R)
    even = np.stack([[np.interp(t * run[-1, j], run[:, j], x[:, j, k]) for k in range(3)] for j in range(nu)])
    p = grid(name, even.transpose(2, 0, 1))
    length = run[-1, nu // 2]
    p.param = np.stack(np.broadcast_arrays(u[None, :], t[:, None] * length), -1).reshape(-1, 2)
    p.pinned[p.row(0)] = p.pinned[p.row(1)] = True       # set into the collar
    p.hems[p.row(-1)] = True
    tether(p, 1)
    return p

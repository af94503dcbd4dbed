"""Not a garment: the collection's cloths, folded and stacked."""
import numpy as np

from tailor import trims
from tailor.garment import Garment

PILE = (                                                 # from the bottom: fabric, colour, thickness of a layer
    ('wool', (0.400, 0.235, 0.105), .0085),
    ('velvet', (0.0085, 0.014, 0.046), .0070),
    ('crepe', (0.030, 0.085, 0.052), .0056),
    ('linen', (0.345, 0.255, 0.155), .0056),
    ('viscose', (0.36, 0.098, 0.042), .0050),
    ('crepe', (0.430, 0.185, 0.175), .0054),
    ('viscose', (0.225, 0.255, 0.170), .0050),
    ('linen', (0.52, 0.42, 0.29), .0058),
)


def folded(noses, t, depth, rng):
    """Profile (y, z) of cloth folded to and fro: full, rounded folds at the front, tight ones at the back."""
    p, z = [], 0.0
    for k in range(2 * noses):
        a, b = (0, depth) if k % 2 else (depth, 0)       # even runs come forward
        sag = rng.normal(0, .0008)
        p += [(y, z + sag * np.sin(np.pi * y / depth)) for y in np.linspace(a, b, 40)]
        h = t if k % 2 == 0 else .0006
        if k < 2 * noses - 1:
            reach = rng.uniform(.75, 1.25) if k % 2 == 0 else .5
            side = -1 if k % 2 == 0 else 1
            p += [(b + side * h / 2 * reach * np.sin(u), z + h / 2 - h / 2 * np.cos(u)) for u in np.linspace(0, np.pi, 15)[1:-1]]
        z += h
    return np.array(p), z


def make(detail):
    g = Garment('crepe', arms=False, cell=.02)
    rng = np.random.default_rng(11)
    base = .001
    for fabric, colour, t in PILE:
        w, d = rng.uniform(.36, .40), rng.uniform(.25, .275)
        prof, high = folded(3, t * 2.0, d, rng)
        s = np.linspace(-w / 2, w / 2, 70)
        y = prof[:, :1] - d / 2 + 0 * s
        z = prof[:, 1:] + 0 * s
        rel = z / high
        soft = sum(rng.normal(0, .0009) * np.sin(k * np.pi * (s / w + .5) + rng.uniform(0, 6)) for k in (1, 2, 3, 5))
        z = base + z + soft[None, :] * (.4 + rel) - .006 * rel * np.clip(np.abs(s) / (w / 2) - .86, 0, 1)[None] / .14 * .6
        x = s[None, :] + .004 * np.sin(prof[:, :1] * 9 + rng.uniform(0, 6)) + 0 * z
        y = y + .002 * np.sin(s[None, :] * 22 + 9 * rel + rng.uniform(0, 6))
        turn, dx, dy = rng.normal(0, .05), rng.normal(0, .008), rng.normal(0, .006)
        X = np.stack([x * np.cos(turn) - y * np.sin(turn) + dx, x * np.sin(turn) + y * np.cos(turn) + dy, z], -1)
        trims.sheet(g, fabric, X, thickness=.002, fabric=fabric, colour=colour)
        core = np.array([[[a, 0, b] for a in (-.46 * w, .46 * w)] for b in (base + .004, base + high - .004)])
        trims.sheet(g, 'core', core, fabric=fabric, colour=colour, subdiv=0)     # no daylight between the layers
        base += high - .0032
    return g

"""A length of cloth folded in halves: leaves lying in one another, round at the front, open at the sides."""
import numpy as np

from . import objects


def fold(scene, fabric, colour, thick, size, leaves=3, base=None, at=(0, 0), turn=0.0, seed=0, loose=1.0):
    """Lay one folded cloth on the surface `base(x, y)` (m). thick: one layer of cloth with its air (m).
    -> its upper surface, as another base."""
    rng = np.random.default_rng(seed)
    base = base or (lambda x, y: 0 * x)
    w, depth = size
    c, s = np.cos(turn), np.sin(turn)
    hi = 2 * leaves * thick
    nx, ny, na = 96, 40, 21
    xs = np.linspace(-w / 2, w / 2, nx)
    puff = 1 + .22 * loose * objects.wander(rng, nx, .55, 3.0)              # the nose is fuller here, flatter there
    reach = .010 * loose * objects.wander(rng, nx, .5, 2.2)
    lean = objects.wander(rng, nx, .30, 1.6)
    dents = loose * objects.wander(rng, nx, .0009, 9.0)                     # small ones, where a finger drew it straight
    corner = np.clip((np.abs(xs) / (w / 2) - .80) / .20, 0, 1) ** 2
    swell = lambda x, y: .0022 * loose * (np.sin(x * 21 + seed) * np.cos(y * 17 + 2 * seed) + .6 * np.sin(x * 37 + y * 23 + seed))

    def world(x, y, z):
        X, Y = x * c - y * s + at[0], x * s + y * c + at[1]
        return np.stack([X, Y, base(X, Y) + z], -1)
    top = lambda x, y: hi + swell(x, y) * (1 + leaves * .12) - .0035 * loose * np.clip((np.abs(x) / (w / 2) - .8) / .2, 0, 1) ** 2

    for j in range(leaves):                                                 # j = 0: the outermost
        r = (leaves - j - .5) * thick
        back = rng.uniform(-.004, .004, 2) * loose
        short = j * thick * .9 + .003 * loose * abs(rng.normal()) * (j > 0)
        rows = []
        ripple = .0011 * loose * objects.wander(rng, nx, .6, 5 + 3 * j)
        for y in np.linspace(depth / 2 + back[0], -depth / 2 + hi * .55, ny):          # lower layer, from the back
            k = (y + depth / 2) / depth
            rows.append((xs, np.full(nx, y), thick * (j + .5) + ripple * .4 * np.sin(9 * k + j)))
        for a in np.linspace(-np.pi / 2, np.pi / 2, na)[1:-1]:                         # the nose
            far = r * .95 * puff + hi * .18 + reach + dents * (1 + .8 * np.sin(2 * a + j))
            yy = -depth / 2 + hi * .55 - np.cos(a) * far + short
            zz = hi / 2 + np.sin(a) * r + lean * .0016 * np.cos(a) * (leaves - j)
            rows.append((xs, yy + .003 * corner * np.cos(a), zz - .0028 * loose * corner * (1 + np.sin(a)) * .5 * (hi / .03)))
        for y in np.linspace(-depth / 2 + hi * .55, depth / 2 + back[1], ny):          # upper layer, to the back
            k = (y + depth / 2) / depth
            zz = hi - thick * (j + .5) + (top(xs, y) - hi) * (1 - j / leaves * .7) + ripple * np.sin(7 * k + 2 * j)
            rows.append((xs, np.full(nx, y), zz))
        R = len(rows)
        x, y, z = (np.array([q[i] for q in rows]) for i in range(3))
        side = np.sign(x) * np.clip(np.abs(x) / (w / 2), 0, 1) ** 6                   # cut edges never lie exactly on one another
        run = np.linspace(0, 1, R)[:, None]
        x = x + side * (rng.normal(-.0006 * j, .0011, 1) + .0016 * loose * np.sin(run * 5 + seed + j * .5 + (x > 0) * 2)) \
            + .0012 * np.sin(y * 31 + z * 60)
        far = np.clip((y - depth / 2 + .045) / .045, 0, 1)                             # behind they are rounded, not cut square
        x = x - side * (.010 + .002 * j) * far ** 2.2
        near = np.clip((-depth / 2 + .03 - y) / .03, 0, 1)
        x = x - side * (.0035 + .0012 * rng.normal()) * near ** 2
        press = np.clip((np.abs(x) / (w / 2) - .72) / .28, 0, 1) ** 2 * (.10 + .05 * np.sin(y * 14 + seed))
        z = z * (1 - press)                                                            # there is less air at the sides
        objects.sheet(scene, world(x, y, np.maximum(z, thick * .3)), thick * .62, fabric, colour, subdiv=0)

    def above(X, Y):
        x, y = (X - at[0]) * c + (Y - at[1]) * s, -(X - at[0]) * s + (Y - at[1]) * c
        x, y = np.clip(x, -w / 2, w / 2), np.clip(y, -depth / 2, depth / 2)
        return base(X, Y) + top(x, y) - thick * .25
    return above

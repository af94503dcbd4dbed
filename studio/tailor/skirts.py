"""Cloth that hangs: skirts from the waist or from a bodice, capes from the neck."""
import numpy as np

from . import body
from .pieces import grid, tether


def skirt(name, top, drop, hem_z, start_hem, fullness, detail=1.0, flutes=26, ripple=0.010, seed=1,
          nu=360, ease=0.008, depth=0.9, hip=0.012, drop_at=None, held=2, rows=None, gathers=((0, 46, .006),)):
    """A skirt from the ring at height `top` to `hem_z`.

    fullness(t) is the cloth's circumference in metres at depth t (0 waist, 1 hem);
    start_hem the half-width it starts with at the hem. flutes and ripple seed the folds;
    gathers, (depth t, count, size) each, seed the small ones below a gathered seam.
    """
    rng = np.random.default_rng(seed)
    length = drop
    nu = int(nu * detail)
    R = rows or int(length / 0.0078 * detail) + 1
    u = np.arange(nu) / nu
    t = np.linspace(0, 1, R)
    z = top - (top - hem_z) * t
    wave = sum(am * np.sin(2 * np.pi * (k * u + rng.random()) + 0.9 * np.sin(2 * np.pi * (2 * u + rng.random())))
               for k, am in ((flutes, 1.0), (flutes + 7, .7), (int(flutes * .6), .6)))
    a0, b0, y0 = body.section(top)
    small = [np.sin(2 * np.pi * (c * u + .8 * np.sin(2 * np.pi * (3 * u + rng.random())) + rng.random()))
             + .6 * np.sin(2 * np.pi * (c * 1.37 // 1 * u + rng.random())) for _, c, _ in gathers]
    x = np.empty((R, nu, 3))
    th = 2 * np.pi * u
    for r in range(R):
        a, b, y = body.section(z[r])
        free = r > held
        a = max(a + hip, a0 + ease + (start_hem - a0) * t[r]) if free else a0 + ease
        b = max(b + hip, b0 + ease + (start_hem * depth - b0) * t[r]) if free else b0 + ease
        k = wave * ripple * min(1, t[r] * 4) if free else 0
        for n, (t0, count, size) in enumerate(gathers if free else ()):
            d = (t[r] - t0) * length
            if d > 0:
                k = k + small[n] * size * min(1, d / .03) * np.exp(-d / .12)
        x[r] = np.stack([(a + k) * np.sin(th), (b + k) * np.cos(th) + y0 * (1 - t[r]) + 0 * th, z[r] + 0 * th], -1)
    circ = np.array([fullness(k) for k in t])
    p = grid(name, x, lu=np.broadcast_to((circ / nu)[:, None], (R, nu)),
             lv=np.full((R - 1, nu), length / (R - 1)) if drop_at is None else drop_at(u, R))
    for r in range(held + 1):                    # under the belt the gathers lie flat
        p.pinned[p.row(r)] = True
    p.hems[p.row(-1)] = True
    tether(p, held)
    return p


def hang(skirt_piece, shell):
    """Weld a skirt to the lower edge of a torso shell, so that nothing is held at the waist."""
    assert skirt_piece.shape[1] == len(shell.bottom_ring)
    for j, v in enumerate(skirt_piece.row(0)):
        skirt_piece.weld[v] = (shell, shell.bottom_ring[j])
    skirt_piece.pinned[:] = False
    skirt_piece.anchor[:] = -1
    return skirt_piece


def hold(skirt_piece, shell, z):
    """Fix the shell to the body at height z, as an inner waist stay does, and let the skirt's
    weight hang from there. (Tethers need a fixed end: on a moving one they lift the cloth.)"""
    u, level = shell.param[:, 0], shell.param[:, 1]
    ring = np.where(np.abs(level - z) < .006)[0]
    shell.pinned[ring] = True
    R, N = skirt_piece.shape
    j = np.arange(N)
    off = np.abs(u[ring][None, :] - (j / N)[:, None])
    nearest = ring[np.argmin(np.minimum(off, 1 - off), 1)]
    skirt_piece.anchor = np.tile(nearest, R)
    gap = np.linalg.norm(shell.x[nearest] - skirt_piece.x[:N], axis=1)
    skirt_piece.reach = (skirt_piece.length * 1.008 + gap[None, :] * 1.01).ravel()
    skirt_piece.anchor_piece = shell


def hang_from_neck(skirt_piece, shell):
    """Let the weight of a long line hang from the neck ring; below, only the side seams under
    the arms are held, so that it does not turn about the body."""
    u = shell.param[shell.bottom_ring, 0]
    shell.friction = np.where(shell.param[:, 1] > 1.33, 1.0, .15)    # only the shoulders hold it: below, folds run on upwards
    shell.pinned[shell.bottom_ring[np.abs(np.mod(u, .5) - .25) < .02]] = True
    R, N = skirt_piece.shape
    j = np.arange(N)
    off = np.abs(shell.param[shell.neck_ring, 0][None, :] - (j / N)[:, None])
    nearest = shell.neck_ring[np.argmin(np.minimum(off, 1 - off), 1)]
    skirt_piece.anchor = np.tile(nearest, R)
    gap = np.linalg.norm(shell.x[nearest] - skirt_piece.x[:N], axis=1)
    skirt_piece.reach = (skirt_piece.length * 1.04 + gap[None, :] * 1.04).ravel()    # taut tethers would draw it to the neck, not down
    skirt_piece.anchor_piece = shell


def cape(name, neck, length, fullness, detail=1.0, ease=.008, nu=360, ripple=.006, flutes=15, seed=3, reach=(.155, .085),
         flare=.12, opening=0.0, yoke=0.0):
    """Cloth falling from the neck ring over the shoulders; fullness(s) is its circumference
    at s metres from the neck. opening (in u) leaves it open at centre front. yoke: by what part it is narrower than that over
    chest and back, a hand below the neck, where a body widens to the sides only: without it the neck is gathered there."""
    rng = np.random.default_rng(seed)
    nu, R = int(nu * detail), int(length / .0078 * detail) + 1
    u = np.mod(.5 + np.linspace(opening, 1 - opening, nu), 1) if opening else np.arange(nu) / nu
    th = 2 * np.pi * u
    base = body.around(u, neck(u), ease)
    out = np.stack([np.sin(th), np.cos(th), 0 * th], 1)
    far = reach[0] * np.sin(th) ** 2 + reach[1] * np.cos(th) ** 2
    wave = sum(a * np.sin(2 * np.pi * (k * u + rng.random())) for k, a in ((flutes, 1), (flutes + 5, .7)))
    s = np.linspace(0, length, R)
    x = np.empty((R, nu, 3))
    for r in range(R):
        o = np.minimum(s[r] * .93, far)
        left = s[r] - o / .93
        x[r] = base + out * (o + left * flare + wave * ripple * min(1, s[r] / length * 2))[:, None]
        x[r, :, 2] -= o * .40 + left * np.sqrt(1 - flare ** 2)
    circ = np.array([fullness(k) for k in s])
    start = np.linalg.norm(np.roll(x, -1, 1) - x, axis=2)
    if opening:
        start[:, -1] = 0
    less = 1 - yoke * np.outer(np.exp(-((s - .05) / .10) ** 2), np.cos(th) ** 2)
    p = grid(name, x, fu=(circ / start.sum(1))[:, None] * less, closed=not opening)
    p.param = np.stack(np.broadcast_arrays(u[None, :], s[:, None]), -1).reshape(-1, 2)
    p.pinned[p.row(0)] = True
    p.hems[p.row(-1)] = True
    return p

"""Modelled parts: bands, collars, belts, buttons. Cloth is simulated; these are
stiff enough in life that building them is both quicker and truer."""
import numpy as np

from . import body


def _faces(R, N, closed, flip=False):
    idx = np.arange(R * N).reshape(R, N)
    nxt = np.roll(idx, -1, 1)
    c = N if closed else N - 1
    f = np.stack([idx[:-1, :c], nxt[:-1, :c], nxt[1:, :c], idx[1:, :c]], -1).reshape(-1, 4)
    return f[:, ::-1] if flip else f


def _uv(x, closed, faces):
    R, N = x.shape[:2]
    du = np.linalg.norm(np.roll(x, -1, 1) - x, axis=2).mean(0)
    u = np.concatenate([[0], np.cumsum(du)])[:N]
    v = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(x, axis=0), axis=2).mean(1))])
    uv = np.stack(np.broadcast_arrays(u[None], v[:, None]), -1).reshape(-1, 2)[faces].copy()
    if closed:
        w = du.sum()
        uv[..., 0] += np.where(uv[..., 0] < uv[..., 0].max(1, keepdims=True) - w / 2, w, 0)
    return uv


def _from_edges(x, edges, turned):
    """Metres from the nearest of the sheet's edges 'first', 'last' (rows), 'left', 'right' (columns), less what is turned under."""
    along = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(x, axis=0), axis=2).mean(1))])[:, None]
    across = np.pad(np.cumsum(np.linalg.norm(np.diff(x, axis=1), axis=2), 1), ((0, 0), (1, 0)))
    ways = {'first': along, 'last': along[-1] - along, 'left': across, 'right': across[:, -1:] - across}
    near = [np.broadcast_to(ways[e], across.shape) for e in edges]
    return np.maximum(np.min(near, axis=0) - turned, 0).ravel()


def sheet(g, name, x, closed=False, thickness=0.002, flip=False, stitch=(), turned=.0012, **kw):
    """A grid of points x (rows, columns, 3) as a part. `stitch` names the edges that are top-stitched 4 mm from the fold, of
    'first', 'last' (row), 'left', 'right' (column); `turned`, how many metres of the sheet lie under its edge."""
    f = _faces(*x.shape[:2], closed, flip)
    if len(stitch):
        kw['top'] = _from_edges(x, stitch, turned)
    g.trim(name, x.reshape(-1, 3), f, thickness=thickness, uv=_uv(x, closed, f), **kw)


def waistband(g, z=body.WAIST, height=0.034, out=0.011, wobble=0.0012, tilt=.004, name='belt', **kw):
    """A band round the waist, very slightly uneven as worn cloth is, `tilt` lower in front; edges turned in."""
    u = np.arange(160) / 160
    rows = []
    prof = [(-.5, -.006), (-.5, -.001), (-.47, 0), (-.25, .0006), (0, .0008), (.25, .0006), (.47, 0), (.5, -.001), (.5, -.006)]
    for h, o in prof:
        wave = wobble * (np.sin(2 * np.pi * (3 * u + .2)) + .6 * np.sin(2 * np.pi * (7 * u + h * .6)))
        zz = z + h * height + wave * .6 + tilt * np.cos(2 * np.pi * u)
        rows.append(body.around(u, zz, out + o + wave))
    sheet(g, name, np.array(rows), True, thickness=0, flip=True, **kw)


def stand_collar(g, neck, height=0.035, lean=0.004, ease=0.006, gap=0.0, name='collar', wobble=0.0006, sinks=0.0, **kw):
    """A soft band standing on the neck ring, a tenth higher behind; it follows the neck, leans to it by `lean` metres and its
    upper edge is rolled over. gap (m) is how far it is open at centre front, its corners rounded; sinks (m), how far it gives
    way under its own weight, at another height all round. Returns the upper edge."""
    n = 161
    s = np.linspace(0, 1, n) if gap else np.arange(n) / n
    u = np.mod(s + .5, 1) if gap else s
    near = np.minimum(s, 1 - s) * .41 if gap else np.full(n, 1.0)        # metres from an end, round the neck
    round_ = 1 - .34 * np.clip(1 - near / .011, 0, 1) ** 2.6
    tall = height * (.95 + .07 * np.cos(2 * np.pi * u) + .012 * np.sin(2 * np.pi * (2 * u + .15))) * round_
    wave = lambda k, a: np.sin(2 * np.pi * (k * u + a))
    low = .46 + .10 * wave(1, .33) + .05 * wave(2, .7)
    outer = [(-.16, -.002), (-.15, .0022), (-.05, .0032), (.1, .0032), (.35, .0030), (.6, .0027), (.82, .0020), (.94, .0009)]
    if sinks:
        outer[2:7] = [(t, np.interp(t, *zip(*outer))) for t in np.linspace(-.05, .88, 13)]
    rows = []
    for t, o in outer + [(1, -.0008), (.985, -.0019), (.9, -.0024), (.5, -.0023), (.05, -.0018)]:
        out = ease + o - lean * (max(0, t) - .2) + wobble * max(0, t) * (wave(4, .3) + .8 * wave(3, .55 + .15 * t))
        out = out + sinks * (.5 * np.exp(-((t - low + .2) / .12) ** 2) - np.exp(-((t - low) / .09) ** 2) * (.55 + .45 * wave(2, .1)))
        rows.append(body.around(u, neck(u) + tall * t, out))
        if gap:
            apart = np.sign(.5 - s) * np.exp(-near / .02) * gap * (.5 + .6 * max(0, t))
            rows[-1][:, 0] -= apart
    x = np.array(rows)
    sheet(g, name, x, not gap, thickness=0, flip=True, **kw)
    return x[len(outer)]


def cuff(g, frame, s0, s1, radius, side, swell=0.0022, name='cuff', opening=.50, **kw):
    """A band over the end of a sleeve, a little oval; at `opening` (rad from the outside to the front) its end, one corner
    rounded, lies over the other."""
    n = 88
    long = 2 * np.pi + .40
    past = np.concatenate([[0], np.linspace(0, long, n)])                # first column: the end's edge, turned in
    turn = opening + past
    ring = frame(s0)[0]
    count = len(ring)
    at = np.mod(turn / (2 * np.pi), 1) * count
    i = at.astype(int) % count
    part = (at % 1)[:, None]
    under = .0024 * np.clip((past - long + .85) / .45, 0, 1) ** 1.5
    oval = .035 * np.sin(2 * (turn - opening - .3)) + .006 * np.sin(3 * turn + side)
    corner = .20 * np.clip(1 - past / .20, 0, 1) ** 2.2
    soft = .0007 * np.sin(5 * turn + 2 * side) + .0005 * np.sin(8 * turn)
    rows = []
    for t, o in [(0, -.0045), (0, -.0006), (.02, .0003), (.07, .0009), (.3, .0010), (.7, .0010), (.94, .0008), (.985, .0003), (1, -.0005), (1, -.004)]:
        c0 = frame(s0 + (s1 - s0) * t)[0]
        mid, down = c0.mean(0), frame(s1)[0].mean(0) - frame(s0)[0].mean(0)
        d = c0[i] * (1 - part) + c0[(i + 1) % count] * part - mid
        d /= np.linalg.norm(d, axis=1)[:, None]
        r = (radius + swell) * (1 + oval) + o - under + soft
        r[0] -= .0022
        rows.append(mid + d * r[:, None] - down * (corner * t ** 3)[:, None])
    x = np.array(rows)
    if side < 0:
        x = x * [-1, 1, 1]
    sheet(g, name, x, False, thickness=0, flip=side > 0, **kw)


def strip(g, surf, centre, width, v0, v1, rows, lift=0.0022, name='placket', cols=7, edge=0.0016, **kw):
    """A strip of cloth laid on a draped piece, following it: placket, facing, welt.
    centre(v) and width are in the piece's u parameter."""
    v = np.linspace(v0, v1, rows)
    cu = np.array([centre(k) for k in v]) if callable(centre) else np.full(rows, centre)
    k = np.concatenate([[-1], np.linspace(-1, 1, cols), [1]])
    wide = np.array([width(q) for q in v]) if callable(width) else np.full(rows, width)
    U = cu[:, None] + wide[:, None] / 2 * k[None]
    P, N = surf(U, np.broadcast_to(v[:, None], U.shape))
    up = np.full(U.shape, lift)
    up[:, 0] = up[:, -1] = -edge
    ok = ~np.isnan(P).any((1, 2))
    x = (P + N * up[..., None])[ok]
    sheet(g, name, x, False, thickness=0, **kw)
    return x


def button(g, p, n, radius=0.0055, depth=0.0028, colour=(.5, .42, .33), fabric='horn', name='button', holes=True):
    """Small turned button with a rim, facing along n."""
    n = n / np.linalg.norm(n)
    a = np.cross(n, [0, 0, 1.0]); a /= np.linalg.norm(a)
    b = np.cross(n, a)
    prof = [(1.0, 0), (1.04, .45), (1.0, .85), (.88, 1.0), (.78, .86), (.6, .72), (.25, .66), (.02, .66)]
    th = 2 * np.pi * np.arange(28) / 28
    x = np.array([p + radius * r * (np.cos(th)[:, None] * a + np.sin(th)[:, None] * b) + n * depth * h for r, h in prof])
    f = _faces(len(prof), 28, True)
    g.trim(name, x.reshape(-1, 3), f, fabric=fabric, colour=colour, subdiv=1)
    for k in range(4 if holes else 0):      # thread holes, as dark specks
        t = np.pi / 4 + k * np.pi / 2
        c = p + radius * .26 * (np.cos(t) * a + np.sin(t) * b) + n * depth * .70
        ring = np.array([c + radius * q * (np.cos(th[::3])[:, None] * a + np.sin(th[::3])[:, None] * b) + n * h
                         for q, h in ((.10, 0), (.07, .0003), (.005, .0003))])
        m = ring.shape[1]
        g.trim('hole', ring.reshape(-1, 3), _faces(3, m, True), fabric='horn', colour=(.05, .04, .03), subdiv=0)


def seam_band(g, ring, height=.010, out=.003, name='band', **kw):
    """A narrow band of cloth covering a seam that runs round the body (ring: (n,3) points)."""
    c = ring.mean(0)
    d = (ring - c) * [1, 1, 0]
    d /= np.linalg.norm(d, axis=1)[:, None]
    rows = [ring + d * o + np.array([0, 0, h * height])
            for h, o in ((-.5, -.004), (-.5, out * .6), (-.25, out), (.25, out), (.5, out * .6), (.5, -.004))]
    sheet(g, name, np.array(rows), True, flip=True, **kw)


def lap(g, surf, u, v0, v1, width, rows=140, rise=.0030, sunk=0, **kw):
    """The visible edge of one front lapping over the other: flush on one side, raised on the other. sunk: over how much of v
    both its ends go under, where it runs neither from an edge nor to a hem."""
    v = np.linspace(v0, v1, rows)
    k = np.array([-1, -.5, 0, .5, .9, 1, 1.0])
    up = np.array([-.0012, .0002, .0012, .0022, rise, rise * .8, -.001])
    base = np.array([u(q) for q in v]) if callable(u) else np.full(rows, u)
    U = base[:, None] + width * (k - 1)[None] / 2
    P, N = surf(U, np.broadcast_to(v[:, None], U.shape))
    ok = ~np.isnan(P).any((1, 2))
    high = np.interp(v, (v0, v0 + sunk, v1 - sunk, v1), (0, 1, 1, 0)) if sunk else np.ones(rows)
    up = -.0012 + high[:, None] * (up + .0012)
    sheet(g, 'lap', (P + N * up[..., None])[ok], **kw)


def ring_band(g, x, depth, lift=.0018, **kw):
    """A facing round a sleeve hem: x are the draped rows of the sleeve. Returns the rows of its outside."""
    R = x.shape[0]
    step = np.linalg.norm(np.diff(x[-8:], axis=0), axis=2).mean()
    m = max(3, int(depth / step))
    band = x[R - 1 - m:]
    d = np.gradient(band, axis=0)
    e = np.roll(band, -1, 1) - np.roll(band, 1, 1)
    n = np.cross(e, d)
    n /= np.linalg.norm(n, axis=2)[..., None] + 1e-9
    mid = band.mean(1, keepdims=True)
    if ((band - mid) * n).sum() < 0:
        n = -n
    up = np.full(m + 1, lift)
    up[0] = -.0006
    first = band[:1] + n[:1] * lift
    x2 = np.concatenate([band[:1] - n[:1] * .0006, first, (band + n * lift)[1:]])
    sheet(g, 'facing', x2, True, thickness=.0006, **kw)
    return x2[1:]


def cuff_button(g, frame, s, radius, side, angle=.9, **kw):
    c = frame(s)[0]
    mid = c.mean(0)
    p = mid + (c[int(len(c) * angle / (2 * np.pi))] - mid)
    d = (p - mid) / np.linalg.norm(p - mid)
    p = mid + d * radius
    if side < 0:
        p, d = p * [-1, 1, 1], d * [-1, 1, 1]
    button(g, p, d, .0050, .0024, **{"colour": (.62, .60, .55), **kw})

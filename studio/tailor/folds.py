"""Gathers finer than the mesh can hold: small folds laid into cloth that has been draped, before `finish`.

A light cloth gathered into a cuff comes off the solver as a smooth bell; in life each gather runs on as a narrow valley
that widens and fades. The valleys are laid inwards along the cloth's own normals, no two alike.
"""
import numpy as np
from scipy.ndimage import gaussian_filter1d, map_coordinates

from .pieces import normals
from .steps import smoothstep


def everywhere(g, p):
    """The piece's own coordinates (a goes round, 0..1; b along) at every vertex of the finer cloth; nan elsewhere."""
    a, b = np.full(g.n, np.nan), np.full(g.n, np.nan)
    a[p.ids], b[p.ids] = p.param.T
    if g.finer:
        i, j = g.finer.edges.T
        a[g.finer.n:] = (a[i] + a[j] + np.round(np.nan_to_num(a[i] - a[j]))) / 2
        b[g.finer.n:] = (b[i] + b[j]) / 2
    return a, b


def outward(g, p):
    """Unit normals, away from the piece's middle."""
    f = g.triangles(p)
    if g.finer:
        f, = g.finer.faces(f)
    n, mine = normals(g.x, f), np.unique(f)
    return n * np.sign((n[mine] * (g.x[mine] - g.x[mine].mean(0))).sum())


def fan(g, p, start, end, count, spread, depth, scale, width=.007, jitter=.012, seed=1):
    """Lay `count` drag folds into piece `p`: from around `start`, where something pulls, towards `end`, where they fade,
    both (a, b). `spread`: how far apart they end and `jitter` how far apart they begin, metres; `scale`, metres that one of a and
    one of b are; `depth` and `width` (metres) are those of a typical fold. Each is a narrow valley with a ridge on one side."""
    rng = np.random.default_rng(seed)
    a, b = everywhere(g, p)
    here = np.isfinite(a) & np.isfinite(b)
    a, b, d = a[here], b[here], np.zeros(here.sum())
    scale = np.array(scale)
    way = (np.array(end) - start) * scale
    over = np.array([-way[1], way[0]]) / np.linalg.norm(way)
    for k in range(count):
        at = np.array(start) * scale + over * rng.normal(0, jitter) + way * rng.uniform(-.05, .10)
        ray = (way + over * spread * ((k + rng.uniform(.1, .9)) / count - .5) * 2) * rng.uniform(.55, 1.1)
        long, bow = np.linalg.norm(ray), rng.normal(0, .10)
        ray = ray / long
        da = a - at[0] / scale[0]
        x, y = (da - np.round(da)) * scale[0], b * scale[1] - at[1]
        t = (x * ray[0] + y * ray[1]) / long
        wide = width * rng.uniform(.7, 1.35) * (.75 + .7 * np.clip(t, 0, 1))
        off = (y * ray[0] - x * ray[1] - bow * long * t * (1 - t)) / wide * rng.choice((-1, 1))
        fade = np.clip(t / .14, 0, 1) ** .8 * np.clip(1 - t, 0, 1) ** .9
        d += depth * rng.uniform(.5, 1.1) * fade * (np.exp(-off ** 2) - .75 * np.exp(-((off - 1.6) / .95) ** 2))
    g.x[here] -= outward(g, p)[here] * d[:, None]


def gather(g, p, count, start, length, depth, width, seed=1, soft=.05, lean=.02, among=(0, 1)):
    """Lay `count` folds into piece `p`, from b = `start` on, at most `length` long (in b, may be negative) and `depth`
    metres deep; `width` and `lean`, how far they wander, are parts of the way round, and `among`, from where to where they
    begin. They set in over `soft` of their length."""
    rng = np.random.default_rng(seed)
    a, b = everywhere(g, p)
    here = np.isfinite(a) & np.isfinite(b)
    a, b, d = a[here], b[here], np.zeros(here.sum())
    for k in range(count):
        long, deep, wide = length * rng.uniform(.4, 1), depth * rng.uniform(.4, 1), width * rng.uniform(.7, 1.3)
        t = (b - start) / long
        off = a - among[0] - (among[1] - among[0]) * (k + .8 * rng.random()) / count - rng.normal(0, lean) * t
        off -= np.round(off)
        fade = np.clip(t / soft, 0, 1) if soft else (t >= -.01)
        d += deep * fade * np.clip(1 - t, 0, 1) ** 1.3 * np.exp(-(off / (wide * (.7 + 1.1 * np.clip(t, 0, 1)))) ** 2)
    g.x[here] -= outward(g, p)[here] * d[:, None]


def box_pleat(g, p, centre, start, end, half, depth):
    """Raise a box pleat on piece `p`, `half` metres wide either side of a = `centre`, from b = `start` down to `end`, where it has
    opened out and lies flat; `depth` in metres. Its two edges are not alike."""
    a, b = everywhere(g, p)
    here = np.isfinite(a) & np.isfinite(b)
    da = a[here] - centre
    t = (start - b[here]) / (start - end)
    x = (da - np.round(da)) * .92 - .004 * np.sin(3 * t)
    s = np.clip(t, 0, 1)
    fade = (t > -.02) * (1 - s) ** 1.1
    d = 0 * t
    for side, bold in ((1, 1), (-1, .8)):
        off = side * x - half * (1 + .45 * s + .1 * side * s * s)          # metres beyond this edge
        soft = .006 + .010 * s
        d += bold * (.6 * np.exp(-((off + .007 + .004 * s) / (1.4 * soft)) ** 2) - .8 * np.exp(-((off - .003) / soft) ** 2))
    g.x[here] += outward(g, p)[here] * (depth * fade * d)[:, None]


def seam_gathers(a, count, rng):
    """How deep in a gather each place a (0..1, once round) is at a seam: 0 on a crest, 1 at the bottom of a valley."""
    d = np.zeros_like(a)
    for k in range(count):
        off = a - (k + .75 * rng.random()) / count
        off -= np.round(off)
        d += rng.uniform(.45, 1) * np.exp(-(off / rng.uniform(.013, .024)) ** 2)
    return np.minimum(d, 1)


def tuck(g, p, s0, radius, side, blouse=.008, count=15, above=.072):
    """Gather sleeve `p` into a cuff that begins `s0` metres from the shoulder, `radius` wide without. From `above` metres over the
    cuff's edge the cloth leaves its fall, blouses about `blouse` metres over the edge, unevenly, and is turned under to the edge,
    into which it goes all round in `count` gathers."""
    rng = np.random.default_rng(41 + side)
    a, b = everywhere(g, p)
    here = np.where(np.isfinite(a) & np.isfinite(b))[0]
    s = np.interp(b[here], np.linspace(0, 1, len(p.s)), p.s)
    here, s = here[s > s0 - .16], s[s > s0 - .16]
    a = a[here]
    mirror = np.array([side, 1, 1])
    rings = [p.arm_frame(k)[0] * mirror for k in (s0, s0 + .03)]
    top = rings[0].mean(0)
    axis = rings[1].mean(0) - top
    axis /= np.linalg.norm(axis)
    grid, m = g.placed(p).reshape(*p.shape, 3), p.shape[1]
    even = lambda v, k: gaussian_filter1d(v, k, axis=0, mode='wrap')
    # each column leaves its fall where it first comes near the cuff
    near = (grid - top) @ axis > -above
    near[p.s < s0 - .15] = False
    leave = even(p.s[np.argmax(near, axis=0)], .03 * m)
    row = np.interp(leave, p.s, np.arange(len(p.s)))
    col = np.arange(m)
    at = lambda r: grid[np.floor(r).astype(int), col] * (1 - r % 1)[:, None] + grid[np.floor(r).astype(int) + 1, col] * (r % 1)[:, None]
    first = even(at(row), .008 * m)
    fall = even(at(row) - at(row - 3), .03 * m)
    fall /= np.linalg.norm(fall, axis=1)[:, None]
    out = rings[0] - top
    out -= (out @ axis)[:, None] * axis
    out /= np.linalg.norm(out, axis=1)[:, None]

    def along(v):
        k = np.mod(a, 1) * m
        i, part = k.astype(int) % m, (k % 1).reshape(-1, *[1] * (v.ndim - 1))
        return v[i] * (1 - part) + v[(i + 1) % m] * part
    first, fall, out, leave = map(along, (first, fall, out, leave))
    fall -= out * np.maximum((fall * out).sum(1), 0)[:, None]            # or it would flare to a brim
    valley, long = seam_gathers(a, count, rng), seam_gathers(a, count // 3, rng)
    uneven = 1 + .35 * np.sin(2 * np.pi * (a + rng.random())) + .25 * np.sin(2 * np.pi * (3 * a + rng.random()))
    over = blouse * uneven * (1 - .7 * np.maximum(valley, long))
    seam = top + out * (radius - .0006) - axis * .0006
    reach = np.linalg.norm(seam - first, axis=1)
    bend = first + fall * (.42 * reach)[:, None] - out * (.0035 * valley + .0065 * long)[:, None]
    under = seam + out * (2.5 * over)[:, None] + axis * (2.1 * over)[:, None]
    t = (s - leave) / (s0 + .003 - leave)
    k = np.clip(t, 0, 1)[:, None]
    new = first * (1 - k) ** 3 + 3 * bend * k * (1 - k) ** 2 + 3 * under * k * k * (1 - k) + seam * k ** 3
    within = np.maximum(s - s0 - .003, 0)[:, None]
    new += axis * np.maximum(within - .002, 0) - out * .0045 * np.clip(within / .004, 0, 1)
    blend = np.clip(t / .35, 0, 1)[:, None]
    g.x[here] += (new - g.x[here]) * blend * blend * (3 - 2 * blend)


def open_end(g, p, start, side, round_=.7, keep=2):
    """Let sleeve `p` (side 1 is the wearer's left), which was crushed against the skirt, hang open at its end: from `start` metres
    from the shoulder on, its rounds lose what is narrower than a `keep`th part of them and come, `round_` of the way, to lie round
    the wrist."""
    a, b = everywhere(g, p)
    grid = g.placed(p).reshape(*p.shape, 3)
    waves = np.fft.rfft(grid, axis=1)
    waves[:, keep + 1:] = 0
    wrist = np.array([p.arm_frame(k)[0] * [side, 1, 1] for k in p.s])
    move = np.fft.irfft(waves, p.shape[1], axis=1) * (1 - round_) + wrist * round_ - grid
    move *= smoothstep((p.s - start) / (p.s[-1] - start))[:, None, None]
    here = np.where(np.isfinite(a) & np.isfinite(b))[0]
    at = np.stack([b[here] * (p.shape[0] - 1), np.mod(a[here], 1) * p.shape[1]])
    g.x[here] += np.stack([map_coordinates(move[..., k], at, order=1, mode='grid-wrap') for k in range(3)], 1)


def shape_hem(g, p, start, end, longer, sway=0.0, seed=1):
    """Give piece `p` a curved hem: from b = `start` to its edge at b = `end` it grows, there by longer(a) metres; `sway` (m),
    how far the edge waves out and in."""
    rng = np.random.default_rng(seed)
    a, b = everywhere(g, p)
    here = np.isfinite(a) & np.isfinite(b)
    t = np.clip((b[here] - start) / (end - start), 0, 1) ** 1.5
    a = a[here]
    wave = sum(k * np.sin(2 * np.pi * (n * a + rng.random())) for n, k in ((7, .5), (12, .6), (19, .4), (29, .2)))
    g.x[here] += outward(g, p)[here] * [1, 1, 0] * (sway * wave * t ** 2)[:, None]
    g.x[here, 2] -= t * longer(a)


def sampled(g, p, rows):
    """What `rows` (rows, columns[, k]), given at the points of closed grid piece `p`, is at all its points, finer ones too: (their
    numbers, values)."""
    a, b = everywhere(g, p)
    ids = np.where(np.isfinite(a) & np.isfinite(b))[0]
    at = np.stack([b[ids] / p.param[-1, 1] * (p.shape[0] - 1), np.mod(a[ids], 1) * p.shape[1]])
    of = lambda v: map_coordinates(v, at, order=1, mode='grid-wrap')
    return ids, of(rows) if rows.ndim == 2 else np.stack([of(v) for v in np.moveaxis(rows, 2, 0)], 1)


def level_hem(g, p, start, left=.10):
    """Level the hem of grid piece `p` as a dressmaker does, all round at the height of its lowest place: every column of cloth is cut
    as much longer, from b = `start` down. left: what part of its unevenness it keeps."""
    a, b = everywhere(g, p)
    here = np.isfinite(a) & np.isfinite(b)
    row = p.row(-1)
    high = g.placed(p)[row, 2]
    t = smoothstep((b[here] - start) / (p.param[row[0], 1] - start))
    g.x[here, 2] -= t * (1 - left) * (np.interp(a[here], p.param[row, 0], high, period=1) - high.min())


def ease_in(g, p, start, end, width):
    """Steam away what is gathered at the top of a closed grid piece not made finer, as a tailor eases wool into a neck: wholly to
    `start` metres down, not at all from `end` on. width: how wide the folds that go, a part of the way round."""
    x = g.placed(p).reshape(*p.shape, 3)
    even = lambda v: gaussian_filter1d(v, width * p.shape[1], axis=1, mode='wrap')
    once = even(x)
    t = smoothstep((end - p.param[:, 1].reshape(p.shape)) / (end - start))[..., None]
    g.x[p.ids] = (x * (1 - t) + (2 * once - even(once)) * t).reshape(-1, 3)      # twice, or it would shrink

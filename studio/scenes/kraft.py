"""A sleeve cut out of kraft paper: lines drawn by hand, folded once and laid flat again, pinned to the cloth. Metres."""
import numpy as np
from PIL import Image, ImageDraw
from scipy.ndimage import gaussian_filter

from . import objects, stuffs, tools

KRAFT = (199, 178, 148)
TALL, PIXELS = .40, 4200


def sides(y):
    """Left and right edge of the sleeve at the height y, from its middle."""
    up = np.clip((y - .255) / (TALL - .255), 0, 1)
    head = [np.interp(up, np.linspace(0, 1, 11), k) for k in ((1, .86, .745, .66, .595, .535, .47, .395, .305, .19, 0),
                                                              (1, .83, .70, .61, .55, .50, .445, .38, .30, .19, 0))]
    head = [np.where(up > .9, .19 * np.sqrt(np.clip((1 - up) / .1, 0, 1)), k) for k in head]
    left = np.interp(y, [0, .12, .255], [.076, .093, .122]) * head[0]
    right = np.interp(y, [0, .12, .255], [.074, .089, .117]) * head[1]
    return -left, right


def _stroke(d, pts, wide, rng, dash=None):
    """A line as a hand draws it: it wavers, presses now more, now less."""
    pts = np.asarray(pts, float)
    s = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(pts, axis=0), axis=1))])
    n = max(8, int(s[-1] / .0007))
    k = np.linspace(0, s[-1], n)
    p = np.stack([np.interp(k, s, pts[:, j]) + .00045 * gaussian_filter(rng.normal(0, 1, n), 14) * 6 for j in (0, 1)], -1)
    press = 1 + .25 * gaussian_filter(rng.normal(0, 1, n), 10) * 5
    for i in range(n - 1):
        if dash and (k[i] + .002 * np.sin(k[i] * 90)) % dash > dash * .62:
            continue
        grey = int(np.clip(78 + 26 * (1 - press[i]), 55, 120))
        a, b = ((q[0] * PIXELS, q[1] * PIXELS) for q in (p[i], p[i + 1]))
        d.line((*a, *b), fill=(grey, grey - 6, grey - 10), width=max(2, int(wide * press[i] * PIXELS)))


def drawing(half=.135):
    """The paper with what is drawn on it, linear; rows from the hem up, columns from one edge to the other."""
    rng = np.random.default_rng(3)
    im = Image.new('RGB', (int(2 * half * PIXELS), int(TALL * PIXELS)), KRAFT)
    d = ImageDraw.Draw(im)
    y = np.linspace(.014, TALL - .018, 90)
    left, right = sides(y)
    inset = .0125 + .010 * np.clip((y - .33) / .05, 0, 1)
    _stroke(d, np.column_stack([left + inset + half, y]), .0007, rng, .011)
    _stroke(d, np.column_stack([right - inset + half, y]), .0007, rng, .011)
    _stroke(d, [(half - .066, .014), (half + .064, .0135)], .0007, rng)
    _stroke(d, [(half - .004, .055), (half - .001, .335)], .0008, rng)
    for x, a, s in ((half - .004, .055, 1), (half - .001, .335, -1)):
        for w in (-1, 1):
            _stroke(d, [(x, a), (x + w * .0045, a + s * .0085)], .0008, rng)
    for a in (.305, .311):                               # notches: two behind, one in front
        l, r = sides(np.array([a]))
        _stroke(d, [(l[0] + half, a), (l[0] + half + .011, a + .002)], .0009, rng)
    _stroke(d, [(sides(np.array([.302]))[1][0] + half - .011, .304), (sides(np.array([.302]))[1][0] + half, .302)], .0009, rng)
    a = np.asarray(im, float)
    fibre = sum(gaussian_filter(rng.normal(0, 1, a.shape[:2]), q) * w for q, w in (((.7, 5), 9), ((5, .7), 5), ((40, 40), 90)))
    a = np.clip(a * (1 + .012 * fibre[..., None]), 0, 255)
    rows = np.linspace(0, TALL, a.shape[0])
    l, r = sides(rows)
    n = 1100
    col = ((l[:, None] + (r - l)[:, None] * np.linspace(0, 1, n)[None] + half) * PIXELS).astype(int).clip(0, a.shape[1] - 1)
    return tools.linear(a[np.arange(a.shape[0])[:, None], col])


def sleeve(scene, x, y, turn, ground, pins):
    """Lay it with the middle of its hem at x, y. pins: (across, up, direction) on the paper."""
    t, s = np.meshgrid(TALL * (1 - (1 - np.linspace(0, 1, 110)) ** 1.35), np.linspace(0, 1, 70), indexing='ij')
    l, r = sides(t)
    a = l + (r - l) * s
    place = tools.at(x, y, turn)
    p = place(np.stack([a, t, 0 * a], -1))
    under = ground(p[..., 0], p[..., 1])
    z = gaussian_filter(np.maximum(gaussian_filter(under, 6), under), 1) + .0012
    z += .0036 * np.exp(-np.hypot(t - .152 - .03 * a, .0008) / .016)                # where it had been folded
    z += .0022 * np.exp(-np.hypot(a - .012, .0008) / .014) * (t < .18)
    z += .014 * np.clip((-a - .035) / .05, 0, 1) ** 2 * np.clip((.055 - t) / .055, 0, 1) ** 1.6       # a corner that will not lie
    z += .007 * np.clip((a - .07) / .05, 0, 1) ** 2 * np.exp(-((t - .22) / .035) ** 2)
    for across, up, way in pins:
        c, q = np.cos(way), np.sin(way)
        e, f = (a - across) * c + (t - up) * q, -(a - across) * q + (t - up) * c
        z += .0011 * np.exp(-(e / .0045) ** 2 - (f / .0035) ** 2)
        z -= .0010 * np.exp(-((np.abs(e) - .009) / .004) ** 2 - (f / .005) ** 2)
    p[..., 2] = z
    objects.sheet(scene, p, .00022, 'card', (1, 1, 1), texture=drawing(), subdiv=0)

    def height(across, up):
        i = np.argmin(np.hypot(a - across, t - up))
        return z.ravel()[i]
    for k, (across, up, way) in enumerate(pins):
        d = np.array([np.cos(way), np.sin(way)])
        at = np.array([across, up])
        points = [(-.0185, .0026), (-.0050, -.0004)], [(.0050, -.0003), (.0118, .0011)]
        for j, ends in enumerate(points):
            line = np.array([[*(at + d * e), height(*(at + d * e)) * .3 + height(*at) * .7 - .0009 + h] for e, h in ends])
            q = np.linspace(line[0], line[1], 6)
            wire = np.full(6, .00034) * (np.linspace(1, .35, 6) if j else 1)
            objects.tube(scene, place(q), wire, 'steel', stuffs.PINS, sides=8)
            if not j:
                u = np.linspace(0, np.pi, 12)
                ball = [(max(1e-5, .00195 * np.sin(m)), -.00195 * np.cos(m)) for m in u]
                objects.turned(scene, place(line[0]), ball, 'bead', tools.HEADS[k % len(tools.HEADS)], sides=16)

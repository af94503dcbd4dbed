"""What lies on a cutting table: shears, tape, chalk, pins, reels, pattern paper. Metres."""
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from . import objects

STEEL, BLACK, BRASS, BEECH = (.56, .55, .53), (.018, .017, .018), (.60, .46, .24), (.46, .30, .165)


def at(x, y, turn, z=0.0):
    """Puts local points on the table, turned about the vertical."""
    c, s = np.cos(turn), np.sin(turn)

    def place(p):
        p = np.asarray(p, float)
        return np.stack([p[..., 0] * c - p[..., 1] * s + x, p[..., 0] * s + p[..., 1] * c + y, p[..., 2] + z], -1)
    return place


def table(scene, width=3.4, depth=2.4, planks=12, colour=(.36, .255, .160), y0=-.75):
    rng = np.random.default_rng(2)
    w = depth / planks
    for k in range(planks):
        a, b, z = y0 + k * w + .0007, y0 + (k + 1) * w - .0007, rng.normal(0, .0002)
        prof = [(a, -.02), (a, -.0014), (a + .0012, 0), (b - .0012, 0), (b, -.0014), (b, -.02)]
        p = np.array([[(x, q[0], q[1] + z) for q in prof] for x in np.linspace(-width / 2, width / 2, 30)])
        tint = np.array(colour) * (1 + rng.normal(0, .05))
        objects.surface(scene, p[:, ::-1][::-1], 'table', tint, subdiv=0, offset=(k * 1.7, rng.uniform(0, 9)))


def shears(scene, place, opening=.13):
    """Dressmaker's shears, 24 cm, a little open."""
    blade = np.array([(-.030, .007), (-.012, .0105), (.02, .0115), (.07, .0090), (.118, .0030), (.134, .0003), (.134, -.0006),
                      (.10, -.0030), (.05, -.0055), (0, -.0085), (-.030, -.0075)])
    fine = np.concatenate([np.linspace(blade[i], blade[(i + 1) % len(blade)], 7)[:-1] for i in range(len(blade))])[::-1]
    for k, z0, big in ((1, .0050, 1.22), (-1, .0085, .98)):
        c, s = np.cos(k * opening / 2), np.sin(k * opening / 2)
        turn = lambda p, k=k, c=c, s=s: np.stack([p[..., 0] * c - k * p[..., 1] * s, p[..., 0] * s + k * p[..., 1] * c, p[..., 2]], -1)
        o = fine if k > 0 else fine[::-1] * [1, 1]
        o = o if k > 0 else o[::-1]
        objects.cut_out(scene, o, z0 - .0017, z0 + .0017, 'steel', STEEL, bevel=.0008, scale=1, place=lambda p, t=turn: place(t(p)))
        a = np.linspace(0, 2 * np.pi, 60)
        r = .0052 + .0012 * np.cos(a - 2.6)
        loop = np.column_stack([-.104 + .036 * big * np.cos(a), -(.0245 + .002 * big) + .0195 * big * np.sin(a) + .004 * np.cos(a), 0 * a + z0])
        objects.tube(scene, place(turn(loop)), r, 'horn', BLACK, sides=14, flat=.8, up=(0, 0, 1), caps=False)
        t = np.linspace(0, 1, 24)
        arm = np.column_stack([-.022 - .050 * t, .001 - .0120 * t ** 1.6, 0 * t + z0])
        objects.tube(scene, place(turn(arm)), .0068 - .0012 * t, 'horn', BLACK, sides=14, flat=.62, up=(0, 0, 1))
    objects.turned(scene, place([0, 0, .0098]), [(.0001, .0021), (.0030, .0020), (.0045, .0012), (.0048, 0), (.0048, -.004)][::-1], 'metal', BRASS)


def tape_texture(length, width):
    k = 5200                                             # pixels per metre along
    w, h = int(length * k), 84
    im = Image.new('RGB', (w, h), (236, 224, 190))
    d = ImageDraw.Draw(im)
    font = _font(34)
    for i in range(int(length * 1000) // 5 * 5):
        if i % 5 == 0:
            x = int(i / 1000 * k)
            high = 36 if i % 10 == 0 else 20
            d.rectangle((x - 1, 0, x + 1, high), fill=(40, 36, 34))
            if i % 10 == 0 and i:
                d.text((x - 14, 42), str(i // 10), fill=(150, 40, 30) if i % 100 == 0 else (40, 36, 34), font=font)
    return _linear(im)


def _font(size, italic=False):
    for name in (('DejaVuSerif-Italic', 'LiberationSerif-Italic') if italic else ('DejaVuSans', 'LiberationSans-Regular')):
        try:
            return ImageFont.truetype(name + '.ttf', size)
        except OSError:
            continue
    return ImageFont.load_default()


def _linear(im):
    a = np.asarray(im, float) / 255
    return np.where(a <= .04045, a / 12.92, ((a + .055) / 1.055) ** 2.4).astype(np.float32)


def tape(scene, place, free, coil=4.5, width=.0155):
    """A tape measure: a loose coil standing on its edge, whose end twists down and lies on the table along `free` (k,2)."""
    a = np.linspace(-2 * np.pi * coil, 0, 260)
    r = .0235 + .00145 * a / (2 * np.pi) + .0006 * np.sin(a * .9)
    p = np.column_stack([r * np.cos(a), r * np.sin(a)]) + [0, 0]
    out = np.asarray(free, float)
    t = np.linspace(0, 1, len(out) + 1)
    from scipy.interpolate import CubicSpline
    start = p[-1]
    c = CubicSpline(t, np.vstack([start, out]), bc_type=((1, np.array([0, 1.0]) * .35), 'not-a-knot'))
    q = c(np.linspace(0, 1, 240)[1:])
    p = np.vstack([p, q])
    s = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(p, axis=0), axis=1))])
    d = np.gradient(p, axis=0)
    d /= np.linalg.norm(d, axis=1)[:, None]
    n = np.column_stack([d[:, 1], -d[:, 0]])
    s0 = s[259]
    phi = np.pi / 2 * np.clip((s - s0 + .005) / .15, 0, 1)
    phi = phi - .25 * np.sin(4 * phi) * .5
    k = np.linspace(-.5, .5, 5)
    z = width / 2 * np.cos(phi) + .0008 + .0030 * np.sin(phi) * np.sin((s - s0) * 23) ** 2
    x = np.stack([p[:, None, j] + width * k * (np.sin(phi) * n[:, j])[:, None] for j in (0, 1)]
                 + [z[:, None] + width * k * np.cos(phi)[:, None]], -1)
    objects.sheet(scene, place(x).transpose(1, 0, 2), .0005, 'card', (1, 1, 1), texture=tape_texture(s[-1], width), subdiv=0)


def chalk(scene, place, colour):
    """A worn triangle of tailor's chalk."""
    a = np.linspace(0, 2 * np.pi, 90)[:-1][::-1]
    r = .0215 * (1 + .18 * np.cos(3 * a) + .03 * np.cos(6 * a))
    o = np.column_stack([r * np.cos(a), r * np.sin(a) * .96])[::-1]
    objects.cut_out(scene, o, .0002, .0058, 'chalk', colour, bevel=.0016, place=place)


def pin(scene, place, colour, length=.034):
    t = np.linspace(0, 1, 8)
    objects.tube(scene, place(np.column_stack([t * length, 0 * t, .0019 - .0014 * t])), .00036 * (1 - .7 * t ** 6), 'steel', STEEL, sides=6)
    u = np.linspace(0, np.pi, 12)
    ball = [(max(1e-5, .0021 * np.sin(k)), .0021 - .0021 * np.cos(k)) for k in u]
    objects.turned(scene, place([-.0004, 0, .0001]), ball, 'bead', colour, sides=16)


def reel(scene, place, colour, tall=.046, radius=.0135, lying=False):
    """A wooden reel of sewing thread."""
    axis = (0, 0, 1)
    h = tall
    ends = [(.0035, 0), (radius + .0022, 0), (radius + .0035, .0012), (radius + .0035, .0032), (radius - .004, .0075)]
    prof = ends + [(radius - .005, .009), (radius - .005, h - .009)] + [(r, h - z) for r, z in ends[::-1]]
    objects.turned(scene, place([0, 0, 0]), prof, 'wood', BEECH, axis)
    z = np.linspace(.0075, h - .0075, 34)
    r = radius + .0012 * np.sin(np.pi * (z - z[0]) / (z[-1] - z[0])) + .00016 * np.sin(np.arange(34) * 2.1)
    objects.turned(scene, place([0, 0, 0]), [(radius - .005, z[0]), *zip(r, z), (radius - .005, z[-1])], 'satin', colour, axis)


def pattern(width, height):
    """Pattern paper with the front of a bodice drawn on it, as a linear picture."""
    k = 3200
    im = Image.new('RGB', (int(width * k), int(height * k)), (226, 212, 184))
    d = ImageDraw.Draw(im)
    P = lambda x, y: (x * k, (height - y) * k)
    bez = lambda *q: [P(*sum(np.array(p) * c for p, c in zip(q, ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3))))
                      for t in np.linspace(0, 1, 40)]
    dark = (64, 58, 54)
    line = lambda pts, w=5, c=dark: d.line(pts, fill=c, width=w, joint='curve')
    front = ([P(.06, .05), P(.06, .32)] + bez((.06, .32), (.075, .325), (.105, .345), (.115, .385)) + [P(.20, .365)]
             + bez((.20, .365), (.185, .33), (.178, .28), (.225, .262)) + [P(.232, .16), P(.214, .05), P(.06, .05)])
    line(front, 6)
    c = np.array(front).mean(0)
    seam = [tuple(np.array(p) + (np.array(p) - c) / np.linalg.norm(np.array(p) - c) * .011 * k) for p in front]
    for a, b in zip(seam[:-1], seam[1:]):
        n = max(1, int(np.hypot(b[0] - a[0], b[1] - a[1]) / 26))
        for i in range(n):
            q = lambda t: (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
            line([q(i / n), q((i + .55) / n)], 3, (110, 96, 86))
    line([P(.125, .05), P(.137, .17), P(.149, .05)], 4)                       # dart
    line([P(.10, .09), P(.10, .29)], 4)                                        # grain
    for y, s in ((.09, 1), (.29, -1)):
        line([P(.096, y + .008 * s), P(.10, y), P(.104, y + .008 * s)], 4)
    d.text(P(.118, .275), 'Front', fill=dark, font=_font(70, True))
    d.text(P(.118, .247), 'cut 1 on the fold', fill=dark, font=_font(40, True))
    d.text(P(.118, .228), '12–14', fill=dark, font=_font(40, True))
    sleeve = bez((.30, .06), (.31, .17), (.30, .23), (.285, .27)) + bez((.285, .27), (.33, .30), (.35, .375), (.40, .38)) \
        + bez((.40, .38), (.45, .375), (.47, .30), (.515, .27)) + bez((.515, .27), (.50, .22), (.49, .16), (.495, .06)) + [P(.30, .06)]
    line(sleeve, 6)
    line([P(.40, .09), P(.40, .31)], 4)
    d.text(P(.415, .235), 'Sleeve', fill=dark, font=_font(70, True))
    d.text(P(.415, .207), 'cut 2', fill=dark, font=_font(40, True))
    return _linear(im)

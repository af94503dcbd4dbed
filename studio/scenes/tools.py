"""What lies on a cutting table, and the table: tape, reels of thread. Metres."""
import numpy as np
from PIL import Image, ImageDraw, ImageFont
from scipy.interpolate import CubicSpline
from scipy.ndimage import gaussian_filter

from . import objects, stuffs

HEADS = (.72, .68, .60), (.34, .05, .045), (.72, .68, .60)                             # of pins


def at(x, y, turn, z=0.0):
    """Puts local points on the table, turned about the vertical."""
    c, s = np.cos(turn), np.sin(turn)

    def place(p):
        p = np.asarray(p, float)
        return np.stack([p[..., 0] * c - p[..., 1] * s + x, p[..., 0] * s + p[..., 1] * c + y, p[..., 2] + z], -1)
    return place


def table(scene, width=2.2, planks=9, wide=.172, y0=-.62):
    """A worktop of painted boards: streaks of the brush along them, and pores."""
    rng = np.random.default_rng(2)
    for k in range(planks):
        a, b, z = y0 + k * wide + .0006, y0 + (k + 1) * wide - .0006, rng.normal(0, .0003)
        prof = [(a, -.02), (a, -.0016), (a + .0005, -.0005), (a + .0016, 0)]
        prof += [(b - .0016, 0), (b - .0005, -.0005), (b, -.0016), (b, -.02)]
        p = np.array([[(x, q[0], q[1] + z) for q in prof] for x in np.linspace(-width / 2, width / 2, 30)])
        objects.surface(scene, p[::-1, ::-1], 'paint', (1, 1, 1), subdiv=0, texture=_painted(rng, width, wide))


def _painted(rng, width, wide, pixels=1500):
    """Off-white paint on one board, linear; rows along the board, columns across."""
    n, m = int(width * pixels), int((wide + .037) * pixels)
    noise = lambda along, across, gain: gaussian_filter(rng.normal(0, 1, (n, m)), (along, across)) * gain
    streak = noise(90, .8, 14) + .6 * noise(30, 2.0, 14) + .7 * noise(160, 12, 60)
    pore = np.clip(noise(26, .55, 8) - 1.25, 0, 1)
    tint = np.array([.665, .632, .572]) * (1 + rng.normal(0, .018))
    return (tint * (1 + .018 * streak - .16 * pore)[..., None]).astype(np.float32)


def tape_texture(length):
    """A tape `length` metres long, marked in half centimetres, linear; rows across, columns along."""
    k = 5200                                             # pixels per metre along
    w, h = int(length * k), 84
    im = Image.new('RGB', (w, h), (236, 224, 190))
    d = ImageDraw.Draw(im)
    font = _font(34)
    for i in range(0, int(length * 1000) - 4, 5):        # millimetres; the last few are left blank
        x = int(i / 1000 * k)
        high = 36 if i % 10 == 0 else 20
        d.rectangle((x - 1, 0, x + 1, high), fill=(40, 36, 34))
        if i % 10 == 0 and i:
            d.text((x - 14, 42), str(i // 10), fill=(150, 40, 30) if i % 100 == 0 else (40, 36, 34), font=font)
    return linear(im)


def _font(size):
    for name in ('DejaVuSans', 'LiberationSans-Regular'):
        try:
            return ImageFont.truetype(name + '.ttf', size)
        except OSError:
            continue
    return ImageFont.load_default()


def linear(im):
    """Colours 0..1 as light adds them up, from an image or array as a screen shows it (sRGB, 0..255)."""
    a = np.asarray(im, float) / 255
    return np.where(a <= .04045, a / 12.92, ((a + .055) / 1.055) ** 2.4).astype(np.float32)


def tape(scene, place, free, coil=4.5, width=.0155):
    """A tape measure: a loose coil standing on its edge, whose end twists down and lies on the table along `free` (k,2)."""
    a = np.linspace(-2 * np.pi * coil, 0, 260)
    r = .0235 + .00145 * a / (2 * np.pi) + .0006 * np.sin(a * .9)
    p = np.column_stack([r * np.cos(a), r * np.sin(a)])
    out = np.asarray(free, float)
    t = np.linspace(0, 1, len(out) + 1)
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
    objects.sheet(scene, place(x).transpose(1, 0, 2), .0005, 'card', (1, 1, 1), texture=tape_texture(s[-1]), subdiv=0)


def reel(scene, place, colour, tall=.046, radius=.0135):
    """A wooden reel of sewing thread, wound turn by turn."""
    h = tall
    ends = [(.0035, 0), (radius + .0022, 0), (radius + .0035, .0012), (radius + .0035, .0032), (radius - .004, .0075)]
    prof = ends + [(radius - .005, .009), (radius - .005, h - .009)] + [(r, h - z) for r, z in ends[::-1]]
    objects.turned(scene, place([0, 0, 0]), prof, 'wood', stuffs.REELS)
    low, high, thread = .0068, h - .0068, .00030
    turns = int((high - low) / (2 * thread * .92))
    a = np.linspace(0, 2 * np.pi * turns, turns * 30)
    k = np.linspace(0, 1, len(a))
    z = low + (high - low) * k + .0003 * np.sin(a + .4)                             # each turn lies a little askew
    r = radius - .0012 + .0018 * np.sin(np.pi * k) ** .6 + .00012 * np.sin(a * .37) + .0001 * np.sin(a * 1.31)
    core = zip(np.interp(np.linspace(0, 1, 20), k, r) - .0002, np.linspace(low, high, 20))
    core = [(radius - .006, low), *core, (radius - .006, high)]
    objects.turned(scene, place([0, 0, 0]), core, 'viscose', np.array(colour) * .8)
    objects.tube(scene, place(np.column_stack([r * np.cos(a), r * np.sin(a), z])), thread, 'viscose', colour, sides=6, caps=False)

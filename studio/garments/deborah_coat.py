"""Deborah: long tailored coat, notched collar, four buttons, flap pockets, below the knee; camel wool."""
import numpy as np
from scipy.ndimage import gaussian_filter1d

from garments.shapes import holes, long_line, sleeves
from tailor import body, folds, pressed, skirts, trims
from tailor.buttons import buttonhole
from tailor.garment import Garment
from tailor.laid import cloth, through
from tailor.lapels import Ground, collar, label, lapel, lining
from tailor.pockets import flap
from tailor.steps import smoothstep

BREAK, JOIN, HEM, SLEEVE = 1.222, .84, .40, .510    # where the lapels begin, shell and skirt are joined, the hem (heights, m)
GORGE, TOP, EDGE_X, NECK_X = 1.418, 1.440, .021, .062    # the roll lines run from EDGE_X past the middle at BREAK to NECK_X at TOP
VENT = .665                                # top of the slit at the back
WITHIN = .0064                             # the cloth ends this far below the lapels, which are modelled


def roll(z, side):
    """x of the roll line at height z; side 1 is the wearer's left, whose front lies below."""
    return side * (-EDGE_X + (NECK_X + EDGE_X) * (z - BREAK) / (TOP - BREAK))


def opening(z, x):
    """u of the point x from the middle, at height z, on the front of the body."""
    return .5 - np.arcsin(x / (body.section(z)[0] + .025)) / (2 * np.pi)


APEX = BREAK + (TOP - BREAK) * (EDGE_X - WITHIN) / (NECK_X + EDGE_X)
RISE = np.linspace(APEX, TOP, 40)
LEFT, RIGHT = (opening(RISE, side * (roll(RISE, 1) + WITHIN)) for side in (1, -1))


def plumb(front, x, heights):
    """u of what hangs at x from the middle, as a function of height."""
    u = np.linspace(.40, .5, 60)
    at = [np.interp(-x, -front(u, z)[0][:, 0], u) for z in heights]
    return lambda z: np.interp(z, heights[::-1], gaussian_filter1d(at, 4, mode='nearest')[::-1])


def neck(u):
    """Height of the neck edge."""
    return np.interp(np.mod(u, 1), [0, .25, .35, *LEFT[::-1], *RIGHT[1:], .65, .75, 1],
                     [1.474, 1.463, 1.454, *RISE[::-1], *RISE[1:], 1.454, 1.463, 1.474])


# what the coat hangs on besides the body: from the chest down it follows canvas and lining, not the waist
FORM = ((.36, .203, .168, .0), (.60, .195, .158, .0), (.84, .184, .144, .0), (.95, .168, .138, .001), (1.09, .143, .140, -.002),
        (1.20, .132, .138, -.009), (1.27, .138, .134, -.0135))
HORN = (.16, .085, .04)
DETAIL = (1.29, .50, .0, -.25)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)


def fullness(u, z):
    """How much wider than cut the cloth is: less below the chest, and smooth between the shoulder blades."""
    blades = np.exp(-(np.minimum(np.mod(u, 1), 1 - np.mod(u, 1)) / .12) ** 4) * np.exp(-((z - 1.36) / .08) ** 2)
    return 1 - .030 * np.clip((1.36 - z) / .1, 0, 1) - .040 * blades


def make(detail):
    g = Garment('wool', 'wool', (0.376, 0.243, 0.135), arm=body.Arm(spread=.20, bend=.26), detail=detail)
    g.grid = body.filled(g.grid, FORM)
    # falls from the chest in a line, as canvassed wool does, and is joined below the pockets, where nothing bends
    top, sk = long_line(g, neck, JOIN, .018, .022, HEM, .205, 1.37, holes(g, hz=.094, hu=.062), flutes=4, ripple=.003,
                        fu=fullness, curve=1.1, straight=True)
    skirts.hang_from_neck(sk, top)
    top.pinned[top.bottom_ring] = False                  # the form keeps it from turning
    for p in (top, sk):                                  # the fronts are canvassed
        p.stiffer = 3 + 7 * np.exp(-((np.mod(p.param[:, 0], 1) - .5) / .13) ** 4)
    s = sleeves(g, top, SLEEVE, [(.1, .050), (.3, .046), (SLEEVE, .042)], [(0, 1), (.02, 1.0), (SLEEVE, .97)], along=1.01, lift=.20)
    g.drape(thick=.005, bend=1.6, damping=5.0)
    pressed.back(g, top, 1.12)
    # heavy cloth keeps no ripple: below the hip it breaks into a few long folds, deepest at the hem, no two alike
    for k, (low, high, depth, width) in enumerate((((.612, 1.13), (.590, .14), .0250, .038), ((.365, 1.13), (.385, .20), .0200, .034),
                                                   ((.125, 1.13), (.110, .08), .0230, .036), ((.868, 1.13), (.880, .25), .0180, .040))):
        folds.fan(g, sk, low, high, 1, 0, depth, (1.3, JOIN - HEM), width=width, jitter=0, seed=41 + k)
    pressed.steam_over(g, (top, sk), .07, lambda z: smoothstep((1.19 - z) / .12))
    g.finish(thickness=.0042)
    dress(g, top, sk, s)
    return g


def back_seam(g, top, sk):
    """The seam down the middle of the back, and the vent it ends in: the wearer's left edge over the right."""
    at = through(cloth(g, top), cloth(g, sk), JOIN, JOIN - HEM)
    z = np.linspace(1.445, HEM + .003, 330)
    u = np.linspace(-.14, .14, 90)
    x = [gaussian_filter1d(at(u, k)[0][:, 0], 3, mode='nearest') for k in z]

    def hangs(ask, k):
        """Points and normals `ask` metres towards the wearer's left of the middle, at heights k."""
        v = np.array([np.interp(ask + .0010 * np.sin(8 * h), np.maximum.accumulate(x[i]), u) for i, h in enumerate(z) if h in k])
        v = gaussian_filter1d(v, 3, axis=0, mode='nearest')
        p, n = at(v, k[:, None])
        return gaussian_filter1d(p, 1.5, axis=0, mode='nearest'), n
    beside = np.array([-.015, -.011, -.008, -.0055, -.0038, -.0025, -.0016, -.0007, 0, .0007, .0016, .0025, .0038, .0055, .008, .011, .015])
    high = np.interp(np.abs(beside), [0, .0012, .003, .008, .015], [.0004, .0010, .0011, .0005, -.0010])
    above = z[z > VENT - .025]
    p, n = hangs(beside, above)
    trims.sheet(g, 'seam', p + n * high[:, None], thickness=0, flip=True)
    g.meshes[-1]['seam'] = np.tile(np.abs(beside), len(above))
    into = np.concatenate([[.0010, .0005, 0, .0005, .0013, .0030, .006, .010], np.linspace(.016, .075, 10)])
    rise = np.concatenate([[-.002, .0012, .0028, .0042, .0050, .0052, .0051, .0049], .0018 + .0030 * np.cos(np.linspace(0, np.pi, 10))])
    below = z[z < VENT]
    starts = np.clip((VENT - below) / .030, 0, 1) ** .8              # it comes out of the seam
    p, n = hangs(into - .0015, below)
    trims.sheet(g, 'vent', p + n * ((rise + .0012) * starts[:, None] - .0012)[..., None], thickness=0, top=np.tile(into, len(below)))


def dress(g, top, sk, arms):
    """Collar, lapels, buttons, flaps and lining, on the draped cloth."""
    front, ground = through(g.surface(top), g.surface(sk), JOIN, JOIN - HEM), Ground(g, top)
    edge = plumb(front, EDGE_X, np.linspace(BREAK, HEM + .003, 80))
    at_edge = lambda z: edge(z) if z < BREAK else opening(z, roll(z, -1))
    wide = np.interp(np.linspace(0, 1, 260), [0, .05, 1], [.020, .044, .044])[:, None]     # its end hides below the lapel
    trims.lap(g, front, at_edge, BREAK + .012, HEM + .003, -wide, rows=260, rise=.0050)
    line = lambda side: (lambda k: (roll(BREAK + (GORGE - BREAK) * k, side), BREAK + (GORGE - BREAK) * k))
    lapel(g, ground, line(-1), (-.128, 1.354), off=.0090, curl=.0016)
    lapel(g, ground, line(1), (.126, 1.356), seed=2, below=lambda x, z: (x - roll(z, -1)) * .93)
    both = lambda x, z: ((x, z), (-x - .001, z - .001))
    collar(g, ground, neck, both(roll(GORGE, 1), GORGE), both(.097, 1.382), both(.113, 1.408), .018)
    lining(g, ground, neck, .018)
    back_seam(g, top, sk)
    label(g, ground, 1.450)
    for z in np.linspace(BREAK - .026, .900, 4):
        u = edge(z)
        p, n = front(u + .022, z)
        trims.button(g, p + n * .003, n, .0120, .0044, colour=HORN)
        a, b = (front(u + k, z - .0004)[0] for k in (.020, .041))
        buttonhole(g, a + n * .0022, b + n * .0012, n)
    flap(g, ground, -.099, .955, width=.130, slant=-.006)
    flap(g, ground, .096, .953, width=.128, slant=.007, stands=.0110, proud=.0028)
    for p in arms:
        at = g.surface(p)
        for v in 1 - (.034 + .021 * np.arange(3)) / SLEEVE:
            q, n = at(np.array(.95), v)
            n = n * np.sign(n @ (q - at(np.linspace(0, .95, 20), v)[0].mean(0)))
            trims.button(g, q + n * .001, n, .0072, .0032, colour=HORN)

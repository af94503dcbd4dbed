"""Naomi: straight closed abaya, wide sleeves, floor length; fluid nidha. A broad band at neck and cuffs,
embroidered with a vine."""
import numpy as np

from garments.shapes import holes, long_line, sleeves
from tailor import body, bound, embroidery, folds, laid, pressed, rising, skirts, trims
from tailor.garment import Garment
from tailor.steps import smoothstep

THREAD = (.105, .112, .138)         # rayon, three shades lighter than the cloth
DETAIL = (1.345, .44, .0, -.22)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)
JOIN, HEM, BAND = .95, .070, 1.4075    # where top and skirt are joined, the hem, the lower edge of the neck's band in front (heights, m)


def beneath(at, z, over=.0040, depth=.0050):
    """The surface `at`, sinking by `depth` metres within `over` metres above the height z: what lies on it ends below the band."""
    def sunk(u, h):
        p, n = at(u, h)
        return p - n * (depth * np.clip((h - z) / over, 0, 1))[..., None], n
    return sunk


def overlap(g, at, wide=.034, rows=620):
    """The front that lies over the other, pressed flat: a fine edge on one side, on the other it goes over into the cloth."""
    k = np.array([-1, -.7, -.3, .1, .5, .85, .97, 1, 1.0])
    up = np.array([-.0012, -.0006, .0001, .0007, .0012, .0014, .0013, .0007, -.0012])
    z = np.linspace(BAND + .012, HEM + .004, rows)[:, None] + 0 * k
    p, n = at(.5 + wide * (k - 1) / 2 + 0 * z, z)
    ok = ~np.isnan(p).any((1, 2))
    trims.sheet(g, 'lap', (p + n * up[:, None])[ok], thickness=0)


def make(detail):
    g = Garment('fluid', 'nidha', (0.0180, 0.0210, 0.0330), arm=body.Arm(spread=.22, bend=.14), detail=detail)
    neck = lambda u: 1.450 + .020 * np.cos(2 * np.pi * u) + .0012 * np.sin(2 * np.pi * (2 * u + .1))
    full = lambda u, z: 1.02 + .075 * np.clip((1.36 - z) / .12, 0, 1)       # falls in folds from the bust
    top, sk = long_line(g, neck, JOIN, .009, .040, HEM, .245, 2.5, holes(g, z=1.285, hz=.112, hu=.068),
                        flutes=11, ripple=.008, fu=full, curve=1.3, straight=True, fv=1.0)
    skirts.hang_from_neck(sk, top)
    s = sleeves(g, top, .53, [(.1, .052), (.3, .055), (.53, .060)], [(0, 1), (.15, 1.08), (.53, 1.12)], along=1.035, cap=.225)
    g.drape(thick=.005, frames=95)
    # what the bust lets sag between shoulder and hip: a cloth this fluid keeps long folds only
    pressed.steam(g, top, .34, lambda a, z: (smoothstep((z - .955) / .08) * smoothstep((1.41 - z) / .05)
                                             * smoothstep((.19 - abs(a - .5)) / .07)))
    pressed.smooth_back(g, top, .30, .97, 1.475, .18)
    rising.rise(g, (top, sk), JOIN, .17, (.06, .38), seed=5, much=1.4)
    pressed.steam_over(g, (top, sk), .13, lambda z: smoothstep((z - .70) / .12) * smoothstep((1.24 - z) / .12))
    folds.gather(g, top, 9, 1.37, -.42, .0085, .017, seed=3, soft=.45, lean=.035)
    for p, side in zip(s, (1, -1)):
        folds.open_end(g, p, .20, side, .60, keep=2)     # no hem is caught against the skirt
    for k, p in enumerate(s):                            # a wide sleeve hangs in long folds, from the shoulder and from the hem
        folds.gather(g, p, 5, 1.0, -.75, .0065, .034, seed=5 + k, soft=0)
        folds.gather(g, p, 5, .10, .55, .0080, .034, seed=15 + k, soft=.35, lean=.06)
    g.finish(thickness=.0012)
    embroidery.vine(g, bound.band(g, top, neck, .026, seed=4), THREAD, seed=3)
    # concealed front: the edge of the overlap, from neck to hem in one
    line = laid.through(g.surface(top), g.surface(sk), JOIN, JOIN - HEM)
    overlap(g, beneath(line, BAND - .0005))
    for p in s:
        embroidery.vine(g, trims.ring_band(g, g.placed(p).reshape(*p.shape, 3), .030), THREAD, seed=5)
    return g

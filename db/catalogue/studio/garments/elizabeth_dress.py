"""Elizabeth: velvet dress, high neck, long sleeves, A-line to the ankle; a zip that does not show closes her at the back."""
import numpy as np

from garments.shapes import holes, long_line, sleeves
from tailor import body, folds, pressed, rising, skirts, trims
from tailor.garment import Garment
from tailor.steps import smoothstep

DETAIL = (1.446, .225, -.012, np.pi - .30)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)
ZIP = .0010                        # the seam at centre back wavers by this (m)


def wavers(z):
    return ZIP * (np.sin(9 * z + 1) + .5 * np.sin(23 * z))


def centre_seam(g, top, sk, join, around):
    """The seam at centre back, in which the zip lies: how far the cloth is from it, left of it below 0. around (m): the hem."""
    away = np.full(g.n, 9.0)
    for p in (top, sk):
        a, _ = folds.everywhere(g, p)
        z = g.x[:, 2]
        first = 2 * np.pi * body.section(np.maximum(z, join))[0]
        wide = np.where(z > join, first, first + (around - first) * (join - z) / join)
        here = np.isfinite(a)
        away[here] = (((a + .5) % 1 - .5) * wide + wavers(z))[here]
    for k, used in g.cut:
        near = np.abs(away[used]) < .04
        g.meshes[k]['seam'][near] = away[used][near]


def closing(g, neck):
    """Collar ends that meet over the zip, and its puller, hanging from the highest tooth in the colour of the cloth."""
    collar = g.meshes[-1]
    x = collar['x']
    behind = (x[:, 1] > 0) & (np.abs(x[:, 0]) < .03)
    collar['seam'][behind] = (x[:, 0] + wavers(x[:, 2]))[behind]
    z = neck(0.) + .0465
    out = x[behind & (np.abs(x[:, 0]) < .006) & (np.abs(x[:, 2] - z) < .006)][:, 1].max()
    rows = []
    for h, half, off in ((0, .0006, .0002), (.0005, .0012, .0012), (.003, .0012, .0016), (.008, .0017, .0019), (.012, .0021, .0017),
                         (.0142, .0015, .0012), (.0147, .0005, .0004)):
        t = 2 * np.pi * np.arange(20) / 20
        rows.append(np.stack([half * np.cos(t) - wavers(z) + .03 * h, out + off / 2 + .0009 + off / 2 * np.sin(t), 0 * t + z - h], -1))
    trims.sheet(g, 'puller', np.array(rows), True, thickness=0, flip=True, fabric='paint', colour=(.020, .030, .085))


def make(detail):
    g = Garment('velvet', 'velvet', (0.0085, 0.014, 0.046), detail=detail)
    neck = lambda u: 1.464 + .011 * np.cos(2 * np.pi * u)
    top, sk = long_line(g, neck, .93, .009, .020, .05, .27, 2.7, holes(g), flutes=11, ripple=.010, curve=1.5,
                        fv=.992,
                        fu=lambda u, z: 1.005 - .045 * np.clip(np.cos(2 * np.pi * (u - .02)), 0, 1) ** 2 * np.clip((z - 1.12) / .12, 0, 1))
    skirts.hold(sk, top, body.WAIST)
    arms = sleeves(g, top, .545, [(.1, .046), (.3, .042), (.545, .035)], [(0, 1), (.02, 1.06), (.1, 1.04), (.3, 1.0), (.545, 1.0)],
                   along=1.035)
    g.drape(thick=.005)
    pressed.smooth_back(g, top, .34, 1.02, 1.475, .19)
    pressed.steam(g, top, .26, lambda a, z: smoothstep((z - 1.10) / .08) * smoothstep((1.46 - z) / .05) * smoothstep((.17 - np.abs(a - .5)) / .05))
    pressed.join(g, (top, sk), .93)
    rising.rise(g, (top, sk), .93, .17, (-.08, .20), seed=4)
    pressed.under_collar(g, top, .0085, .045, neck)
    for p, side in zip(arms, (1, -1)):
        folds.open_end(g, p, .42, side)
        _, b = folds.everywhere(g, p)                    # the arm lies on: no pinhole of light between sleeve and hip
        g.x[:, 0] -= .0035 * np.sign(g.placed(p)[:, 0].mean()) * smoothstep((np.nan_to_num(b) - .45) / .2)
    g.finish(thickness=.0020)
    centre_seam(g, top, sk, .93, 2.7)
    trims.stand_collar(g, neck, .050, lean=.003, ease=.0098, wobble=.0016, sinks=.0032)
    closing(g, neck)
    return g

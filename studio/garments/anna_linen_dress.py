"""Anna: simple A-line dress, boat neck, bell sleeves, ankle length; flax linen."""
import numpy as np

from garments.shapes import holes, long_line, sleeves
from tailor import body, crumples, darts, edges, folds, pressed, rising, skirts, spreading
from tailor.garment import Garment
from tailor.steps import smoothstep

DETAIL = (1.335, .44, .03, -.30)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)


def calm(a, z):
    """Where chest and back are steamed: all but the armholes, the neck's edge and where the folds of the skirt end."""
    arm = np.hypot((np.abs(np.abs(a - .5) - .25)) / .062, (z - 1.303) / .092)
    return smoothstep((z - .955) / .14) * smoothstep((1.425 - z) / .03) * smoothstep((arm - 1.02) / .35)


def creased(z):
    """Where the skirt's folds are steamed after they lay over one another: all but the hem, which would curl."""
    return smoothstep((1.14 - z) / .12) * smoothstep((z - .07) / .20)


def drag(g, top):
    """What the shoulders draw to the bust, shoulders and armpits to the blades: one to three soft lines each, no two alike."""
    for k, (start, end, count, spread, depth, width) in enumerate((
            ((.350, 1.390), (.425, 1.265), 2, .022, .0030, .009), ((.652, 1.385), (.585, 1.270), 2, .020, .0028, .010),
            ((.175, 1.240), (.080, 1.310), 2, .035, .0045, .013), ((.828, 1.238), (.930, 1.300), 3, .040, .0048, .012),
            ((.150, 1.390), (.100, 1.210), 2, .025, .0030, .014), ((.855, 1.385), (.915, 1.230), 1, .02, .0034, .014)), 2):
        folds.fan(g, top, start, end, count, spread, depth, (.92, 1.0), width=width, seed=21 + k)


def elbows(g, arms):
    """The crook of each elbow folds; the bell falls from it in folds of its own."""
    for k, p in enumerate(arms):
        for n, (start, end, count, spread, depth) in enumerate((
                ((.40, .56 + .02 * k), (.14, .47 + .04 * k), 3, .050, .0058),
                ((.38, .60), (.10, .70 - .03 * k), 3, .055, .0055), ((.42, .20), (.16, .10), 2, .040, .0065),
                ((.62, .57), (.86, .50 + .05 * k), 2, .045, .0055))):
            folds.fan(g, p, start, end, count, spread, depth, (.33, p.s[-1]), width=.010, seed=41 + 7 * k + n)
        folds.gather(g, p, 4, 1.0, -.55, .009, .046, seed=61 + k, soft=0, lean=.03)
        crumples.lay(g, p, (((.30, .56), (.045, .05), 12, .25 - .5 * k), ((.20, .40), (.05, .06), 5, -.4), ((.75, .58), (.05, .05), 6, .2),
                            ((.2, .80), (.12, .06), 6, 1.1), ((.22, .20), (.06, .06), 5, .9)), seed=51 + k)


def bells(g, arms):
    """Each sleeve falls from its forearm clear of the skirt, from the elbow on narrower from side to side than from front to back."""
    for p, side in zip(arms, (1, -1)):
        _, b = folds.everywhere(g, p)
        here = np.isfinite(b)
        b, middle = b[here], g.placed(p).reshape(*p.shape, 3).mean(1)
        x, y = (np.interp(b, np.linspace(0, 1, len(middle)), middle[:, k]) for k in (0, 1))
        low = smoothstep((b - .35) / .65)
        g.x[here, 0] += side * (.010 * smoothstep((b - .15) / .35) + .013 * low) - .19 * low * (g.x[here, 0] - x)
        g.x[here, 1] += .12 * low * (g.x[here, 1] - y)


def make(detail):
    g = Garment('linen', 'linen', (0.345, 0.255, 0.155), arm=body.Arm(spread=.41, forward=.075, bend=.20), detail=detail)
    neck = lambda u: 1.432 + .021 * np.cos(2 * np.pi * u)
    top, sk = long_line(g, neck, 0.95, .011, .045, .075, .275, 2.25, holes(g), flutes=7, ripple=.006, curve=1.1, straight=True,
                        fv=.975,
                        fu=lambda u, z: 1.01 - .03 * np.clip(np.cos(2 * np.pi * (u + .03)), 0, 1) * np.clip((z - 1.15) / .1, 0, 1))
    skirts.hang_from_neck(sk, top)
    s = sleeves(g, top, .50, [(.1, .047), (.28, .048), (.50, .058)], [(0, 1), (.28, 1.04), (.50, 1.42)], along=1.025)
    g.drape(thick=.005)
    spreading.long_line(g, top, sk, .95)
    pressed.steam_over(g, (top, sk), .11, creased)
    pressed.join(g, (top, sk), .95)
    pressed.steam(g, top, .34, calm)
    rising.rise(g, (top, sk), .95, .16, (.08, .36), wide=2, seed=7, much=1.1, fine=40, soft=.09)
    drag(g, top)
    bells(g, s)
    for p in s:
        pressed.steam(g, p, .13, lambda a, b: smoothstep((b - .50) / .20) * smoothstep((1 - b) / .20), doubled=True)
    elbows(g, s)
    pressed.armpits(g, top, s, wide=.07, reach=.060)
    folds.shape_hem(g, sk, .55, 1, lambda a: .004 * np.sin(2 * np.pi * (2 * a + .2)), sway=.007, seed=4)
    crumples.lay(g, top, (((.36, 1.06), (.05, .06), 4, .5), ((.63, 1.08), (.05, .06), 4, -.5)), much=.7, seed=5)
    crumples.lay(g, sk, (((.46, .13), (.07, .05), 7, .7), ((.56, .16), (.06, .06), 7, -.6), ((.44, .40), (.10, .08), 6, .8),
                         ((.57, .46), (.08, .08), 5, -.8), ((.96, .16), (.08, .06), 7, .6), ((.05, .15), (.07, .06), 6, -.7),
                         ((.04, .45), (.12, .09), 6, .8)), much=.4, seed=9)
    edges.boat(g, top, neck)
    g.finish(thickness=.0018)
    for start, end in (((.262, 1.178), (.408, 1.262)), ((.738, 1.176), (.594, 1.258))):
        darts.dart(g, top, start, end)
    return g

"""Esther: evening gown, fitted without a waist seam to the hip and flowing out below it, slim sleeves, a capelet from
the stand collar to the elbow, three buttons at the nape; satin-back crêpe, its quiet side out."""
import numpy as np
from scipy.ndimage import gaussian_filter1d

from garments.shapes import holes, sleeves
from tailor import body, folds, pieces, pressed, rising, skirts, trims
from tailor.garment import Garment
from tailor.steps import smoothstep

DETAIL = (1.300, .50, .0, -.25)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)
CLOSE = (.68, .68, .68)             # how the cloth is printed there (linear), so that it is as deep as in the other pictures
HIP, HEM = .945, .012
COLLAR = .025


def longer_at_the_sides(cape, more):
    """Cut a capelet so that it reaches the elbows without hiding the waist."""
    a, b = cape.edges[:, 0], cape.edges[:, 1]
    side = np.sin(2 * np.pi * cape.param[:, 0]) ** 2
    k = 1 + more * (side[a] + side[b]) / 2
    step = np.abs(cape.param[a, 1] - cape.param[b, 1])
    cape.rest = np.sqrt(cape.rest ** 2 + step ** 2 * (k * k - 1))
    return cape


def smooth(g, piece):
    """Take ridges as fine as the mesh out of a grid piece: over the shoulders its cloth is pressed together across."""
    x = g.placed(piece).reshape(*piece.shape, 3)
    even = gaussian_filter1d(gaussian_filter1d(x, 1.2, axis=1, mode='wrap'), .8, axis=0, mode='nearest')
    even[0] = x[0]
    g.x[piece.ids] = even.reshape(-1, 3)
    a, b = g.finer.edges.T
    mine = np.where(np.isin(a, piece.ids) & np.isin(b, piece.ids))[0]
    g.x[g.finer.n + mine] = (g.x[a[mine]] + g.x[b[mine]]) / 2


def fall_on(g, p, start, much):
    """Let grid piece `p` run on from the part `start` of its length as it falls above, where much(u) is 1: folds that met the floor
    there have gone through each other."""
    x = g.placed(p).reshape(*p.shape, 3)
    k = round(start * (p.shape[0] - 1))
    below = np.arange(p.shape[0])[:, None] - k
    slope = gaussian_filter1d(x[k] - x[k - 8], .03 * p.shape[1], axis=0, mode='wrap') / 8
    move = below[..., None] * slope + x[k] - x
    move *= ((below > 0) * much(np.arange(p.shape[1]) / p.shape[1]))[..., None] * [1, 1, 0]      # the floor is where it was
    ids, move = folds.sampled(g, p, move)
    g.x[ids] += move


def turned(g, p, depth, shows=0.0):
    """Turn up the last `depth` metres of grid piece `p`: an edge with a fold in it, and cloth again within. shows (m): how far
    the fold's upper line stands out; at 0 it is sewn blind."""
    x = g.placed(p).reshape(*p.shape, 3)
    step = np.linalg.norm(np.diff(x[-6:], axis=0), axis=2).mean()
    band = x[-1 - max(2, round(depth / step)):]
    n = np.cross(np.roll(band, -1, 1) - np.roll(band, 1, 1), np.gradient(band, axis=0))
    n /= np.linalg.norm(n, axis=2)[..., None]
    if ((band - band.mean(1, keepdims=True)) * n).sum() < 0:
        n = -n
    edge, over = band[-1], .0014 * (band[-1] - band[-2]) / step
    outer = [band[0] - .0008 * n[0], *(band + shows * n)] if shows else [edge + .0001 * n[-1]]
    within = [edge + over * .8 + (shows - .0006) * n[-1], edge + over - .0011 * n[-1], *(band - .0020 * n)[::-1]]
    trims.sheet(g, 'hem', np.array(outer + within), True, thickness=0)


def make(detail):
    g = Garment('satin', 'satin', (0.036, 0.010, 0.030), detail=detail)
    neck = lambda u: 1.458 + .013 * np.cos(2 * np.pi * u)
    n = int(300 * detail)
    ease = lambda u, z: .007 + .004 * np.clip((1.36 - z) / .3, 0, 1) + 0 * u
    top = g.add(pieces.torso('bodice', HIP, neck, ease, holes=holes(g), h=.0078 / detail, fu=lambda u, z: 1.01 + 0 * z,
                             fv=lambda u, z: .985 + 0 * z, bottom_count=n))
    ring = top.x[top.bottom_ring]
    hips = 1.01 * np.linalg.norm(np.roll(ring, -1, 0) - ring, axis=1).sum()
    sk = skirts.skirt('skirt', HIP, (HIP - HEM) * 1.005, HEM, .36, lambda t: hips + (3.3 - hips) * t ** 1.45, 1.0, flutes=9,
                      ripple=.010, nu=n, ease=.011, held=0, depth=.86, rows=int((HIP - HEM) / .0078 * detail), gathers=())
    g.add(skirts.hang(sk, top))
    skirts.hold(sk, top, body.WAIST)
    arms = sleeves(g, top, .550, [(.1, .046), (.3, .037), (.55, .0285)], [(0, 1), (.55, 1.0)], along=1.03)
    cap = g.add(skirts.cape('capelet', neck, .335, lambda s: .405 + 2 * np.pi * (.50 + .72 * s) * s, detail, ease=.012,
                           flutes=12, ripple=.009))
    longer_at_the_sides(cap, .17)
    cap.margin = .013
    g.drape(thick=.005)
    smooth(g, cap)
    pressed.steam(g, cap, .030, lambda u, s: np.clip((s - .012) / .03, 0, 1))           # else its mesh shows as a comb in the shine
    rising.rise(g, [top, sk], HIP, .075, (.0, .115), seed=3, much=.8)
    rising.radiate(g, cap, .045, .28, seed=4, much=.7)
    fall_on(g, sk, .90, lambda u: smoothstep((.13 - np.abs(u - .20)) / .04))      # on the floor it lay doubled up
    for p, side in zip(arms, (1, -1)):
        folds.open_end(g, p, .40, side, .6)
        pressed.clear(g, p, [top, sk], side, ((.34, .046), (.45, .042), (.55, .042)))
    pressed.under_collar(g, cap, .0125)
    g.finish(thickness=.0012)
    for m in g.meshes:
        m['hem'][:] = 9                                   # no stitch shows: hems are turned up and sewn blind
    for p in arms:
        turned(g, p, .014, .0011)
    turned(g, cap, .020)
    trims.stand_collar(g, neck, COLLAR + .001, lean=.007, ease=.0135)
    nape = body.around(np.array([0.]), np.array([neck(0)]), .0135)[0]
    for t in (.2, .5, .8):                                # covered in the gown's own cloth
        trims.button(g, nape + [0, .0032 - .001 * t, COLLAR * t], np.array([0, 1., .05]), .0034, .0030, g.colour, 'satin', holes=False)
    return g

"""Esther: evening gown, fitted without a waist seam to the hip and flowing out below it, slim sleeves, a capelet from
the stand collar to the elbow, three buttons at the nape; satin-back crêpe, its quiet side out."""
import numpy as np
from scipy.ndimage import gaussian_filter1d

from garments.shapes import holes, sleeves
from tailor import body, pieces, pressed, rising, skirts, trims
from tailor.garment import Garment

DETAIL = (1.300, .50, .0, -.25)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)
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


def make(detail):
    g = Garment('satin', 'satin', (0.060, 0.016, 0.046), detail=detail)
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
    sleeves(g, top, .550, [(.1, .046), (.3, .037), (.55, .0285)], [(0, 1), (.55, 1.0)], along=1.03)
    cap = g.add(skirts.cape('capelet', neck, .335, lambda s: .405 + 2 * np.pi * (.50 + .72 * s) * s, detail, ease=.012,
                           flutes=12, ripple=.009))
    longer_at_the_sides(cap, .17)
    cap.margin = .013
    g.drape(thick=.005)
    smooth(g, cap)
    rising.rise(g, [top, sk], HIP, .075, (.0, .115), seed=3, much=.8)
    pressed.under_collar(g, cap, .0125)
    g.finish(thickness=.0012)
    trims.stand_collar(g, neck, COLLAR + .001, lean=.007, ease=.0135)
    nape = body.around(np.array([0.]), np.array([neck(0)]), .0135)[0]
    for t in (.2, .5, .8):                                # covered in the gown's own cloth
        trims.button(g, nape + [0, .0032 - .001 * t, COLLAR * t], np.array([0, 1., .05]), .0034, .0030, g.colour, 'satin', holes=False)
    return g

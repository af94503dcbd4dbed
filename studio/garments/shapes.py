"""Shapes several garments share: a long line from shoulder to hem, and ordinary sleeves."""
import numpy as np

from tailor import body, pieces, skirts


def long_line(g, neck, join, ease_top, ease_join, hem_z, hem_half, hem_round, holes, fu=None, h=.0078, nu=None,
              flutes=14, ripple=.006, waist_round=None, depth=.85, curve=1.0, fv=.985, straight=False):
    """Bodice and skirt in one, no waist seam: torso shell to height `join`, skirt welded below.
    ease_top and ease_join are distances from the body at the chest and at the join; `straight`, it falls from the
    bust in a line and leaves the waist alone. Join at the hip, below all that bends: a join shows where it gathers."""
    nu = nu or int(300 * g.detail)
    h = h / g.detail
    ease = lambda u, z: ease_join + (ease_top - ease_join) * np.clip((z - join) / (1.36 - join), 0, 1) ** 1.0 + 0 * u
    if straight:
        bust = body.section(1.29)[0] + ease_top + .004
        wide = lambda z: bust + (body.section(join)[0] + ease_join - bust) * (1.29 - z) / (1.29 - join)
        snug = ease
        ease = lambda u, z: np.where(z < 1.29, wide(z) - body.section(z)[0], snug(u, z))
    top = g.add(pieces.torso('bodice', join, neck, ease, holes=holes, h=h, fu=fu, fv=lambda u, z: fv + 0 * z, bottom_count=nu, give=.3))
    ring = top.x[top.bottom_ring]
    round_ = np.linalg.norm(np.roll(ring, -1, 0) - ring, axis=1).sum()
    first = waist_round or round_ * (1.0 if fu is None else float(np.mean(fu(np.array([.25]), np.array([join])))))
    sk = skirts.skirt('skirt', join, (join - hem_z) * 1.005, hem_z, hem_half,
                      lambda t: first + (hem_round - first) * t ** curve, 1.0, flutes=flutes, ripple=ripple, nu=nu,
                      ease=ease_join, held=0, depth=depth, gathers=(), rows=int((join - hem_z) / .0078 * g.detail))
    skirts.hang(sk, top)
    g.add(sk)
    return top, sk


def sleeves(g, top, end, radius, fullness, along=1.04, cuff=0, **kw):
    """Both sleeves. radius and fullness are lists of (distance from shoulder, value)."""
    at = lambda table: (lambda s: np.interp(s, [k for k, _ in table], [v for _, v in table]))
    out = []
    for k, side, arm in ((0, 1, g.arm), (1, -1, g.right)):
        out.append(g.add(pieces.sleeve(f'sleeve{k}', top, k, arm, side, end, at(radius), at(fullness),
                                       ease_along=along, cuff_rows=int(cuff * g.detail), detail=g.detail, **kw)))
    return out


def holes(g, n=62, **kw):
    n = int(n * g.detail)
    return [pieces.armhole(.25, n, **kw), pieces.armhole(.75, n, **kw)]

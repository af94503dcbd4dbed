"""Ruth: maxi skirt, three gathered tiers on a waistband; washed linen."""
from tailor import body, skirts, trims
from tailor.garment import Garment


def tiers(t):
    """Circumference at depth t: each tier is cloth gathered onto the one above."""
    if t < .27:
        return 1.25 + .1 * t
    if t < .60:
        return 1.95 + .15 * (t - .27)
    return 3.0 + .2 * (t - .60)

DETAIL = (.93, .46, .03, -.20)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)


def make(detail):
    g = Garment('linen', 'linen', (0.52, 0.42, 0.29), arms=False, detail=detail)
    p = g.add(skirts.skirt('skirt', body.WAIST + .004, 1.04, 0.05, 0.25, tiers, detail,
                           flutes=22, ripple=0.010, nu=480,
                           gathers=((0, 40, .007), (.27, 58, .007), (.60, 84, .007))))
    R = p.shape[0]
    for k in (.27, .60):
        p.seams[p.row(int(round(k * (R - 1))))] = True
    g.drape(thick=0.0045)
    g.finish(thickness=.0018)
    trims.waistband(g, height=0.044, out=0.0135, name='waistband')
    return g

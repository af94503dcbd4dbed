"""Fabrics as numbers for trace.c. Lengths are metres: `pitch` is the distance between two threads, `relief` how
far they stand up, `slublen` how long a thick place in the yarn is, `wrinkle` how deep the cloth's own unevenness
is and `wlen` how long, `crease` how deep the sharp creases of a worn linen are, `micro` how deep the small ones are that only
a near look shows; `yarn` is how unlike each other its yarns look from near by; `print` says that print.h's sprigs are on it,
in the linear colour `ink_r`, `ink_g`, `ink_b`."""
import numpy as np

FIELDS = ('r g b rough spec sheen pile aniso thin metal kind pitch relief slub slublen mottle '
          'wrinkle wlen crease tex wrap paper stitch yarn micro print ink_r ink_g ink_b').split()
NONE, PLAIN, TWILL, SATIN, CREPE, VELVET, FELT, WOOD, COATING = range(9)

FABRICS = {
    'crepe':  dict(rough=.66, spec=.30, sheen=.28, kind=CREPE, pitch=.0005, relief=.00009, slub=.12, slublen=.012,
                   mottle=.05, wrinkle=.0016, wlen=.085, wrap=.12, stitch=1, yarn=.14, micro=.00005),
    'voile':  dict(rough=.72, spec=.14, sheen=.18, thin=.32, kind=PLAIN, pitch=.00026, relief=.00003, slub=.035, slublen=.050,
                   mottle=.006, wrinkle=.0009, wlen=.055, crease=.00004, wrap=.23, stitch=1, yarn=.09, micro=.00005),
    'linen':  dict(rough=.85, spec=.14, sheen=.30, kind=PLAIN, pitch=.00064, relief=.00016, slub=.24, slublen=.028,
                   mottle=.07, wrinkle=.0024, wlen=.070, crease=.00035, wrap=.14, stitch=1, yarn=.10, micro=.00016),
    'poplin': dict(rough=.62, spec=.24, sheen=.25, kind=PLAIN, pitch=.00032, relief=.00005, slub=.07, slublen=.035,
                   mottle=.03, wrinkle=.0017, wlen=.060, crease=.00025, wrap=.10, stitch=1, yarn=.12, micro=.00012),
    'satin':  dict(rough=.73, spec=.34, sheen=.40, aniso=.78, kind=SATIN, pitch=.00030, relief=.00002, slub=.03, slublen=.040,
                   mottle=.02, wrinkle=.0010, wlen=.090, wrap=.08, stitch=1, yarn=.12, micro=.00005),
    'nidha':  dict(rough=.78, spec=.20, sheen=.40, kind=TWILL, pitch=.00050, relief=.00006, slub=.04, slublen=.030,
                   mottle=.03, wrinkle=.0014, wlen=.090, wrap=.10, stitch=1, yarn=.14, micro=.00005),
    'viscose': dict(rough=.62, spec=.30, sheen=.40, kind=PLAIN, pitch=.00045, relief=.00007, slub=.12, slublen=.022,
                    mottle=.05, wrinkle=.0017, wlen=.065, crease=.0001, wrap=.12, stitch=1, yarn=.13, micro=.00009),
    'sprigged': dict(rough=.64, spec=.26, sheen=.38, kind=PLAIN, pitch=.00045, relief=.00007, slub=.12, slublen=.022,
                     mottle=.05, wrinkle=.0017, wlen=.065, crease=.0001, wrap=.12, stitch=1, yarn=.13, micro=.00009,
                     print=1, ink_r=.640, ink_g=.500, ink_b=.345),
    'velvet': dict(rough=.95, sheen=.2, pile=2.4, kind=VELVET, pitch=.0006, relief=.00006, slub=.05, slublen=.030,
                   mottle=.08, wrinkle=.0022, wlen=.075, wrap=.08, stitch=1),
    'wool':   dict(rough=.92, spec=.08, sheen=1.0, kind=COATING, pitch=.0013, relief=.00010, mottle=.08, wrinkle=.0012, wlen=.120,
                   wrap=.20, stitch=1),
    'thread': dict(rough=.52, spec=.45, sheen=.30, aniso=.70, kind=SATIN, pitch=.00042, relief=.00007, mottle=.06, wrap=.08),
    'horn':   dict(rough=.34, spec=.55, mottle=.25, pitch=.002),
    'metal':  dict(rough=.40, metal=1),
    'steel':  dict(rough=.34, metal=1),
    'wood':   dict(rough=.50, spec=.38, kind=WOOD, mottle=.55),
    'paint':  dict(rough=.62, spec=.26),
    'card':   dict(rough=.90, spec=.10, kind=FELT, pitch=.0016, relief=.00003, mottle=.02, wrinkle=.0012, wlen=.16, wrap=.1),
    'bead':   dict(rough=.16, spec=.9),
    'paper':  dict(rough=.95, spec=.1, paper=1),
}


def row(fabric, colour, texture=-1):
    """One material as trace.c reads it."""
    f = dict(zip('rgb', colour), tex=texture, slublen=.03, wlen=.1)
    f.update(FABRICS[fabric])
    return np.array([f.get(k, 0) for k in FIELDS], np.float32)

"""Finished garments on wooden hangers, on a freestanding oak rail."""
from .hanger_limp import limp
from .rail_stand import TOP, hanger, stand

SIZE = (1600, 1200)
FLOOR = -.12
# garment, x on the rail (m), turn (rad), and how it hangs: see `hang`
HUNG = (('naomi-abaya', -.95, .70, dict(twist=-.06, roll=.006, seed=11)),
        ('abigail-shirt-dress', -.69, .42, dict(twist=.07, lift=-.008, head=.046, seed=12)),
        ('deborah-coat', -.41, .62, dict(twist=-.03, lift=-.008, roll=-.008, head=.040, deep=1.25, seed=13)),
        ('sarah-wrap-dress', -.095, .38, dict(twist=.06, lift=.002, shorter=.96, seed=3)),
        ('mary-dress', .19, .56, dict(twist=-.08, lift=-.010, roll=.007, head=.046, seed=2)),
        ('anna-linen-dress', .575, .40, dict(twist=.06, lift=.004, shorter=1.01, head=.012, seed=1)),
        ('esther-gown', .845, .52, dict(deep=.85, twist=-.05, lift=-.010, head=.046, roll=-.006, seed=14)),
        ('miriam-tiered-dress', 1.125, .34, dict(twist=.05, lift=-.004, shorter=1.03, swivel=.85, seed=4)))


def hang(scene, path, x, turn, twist=0.0, deep=1.0, shorter=1.0, lift=0.0, roll=0.0, head=.022, swivel=.75, seed=0):
    """Hang the garment kept at `path` at `x` metres on the rail, turned by `turn` radians. twist: turn of its hem (rad); deep: fuller
    where there is room between the garments; shorter: of what is below the hips; lift: how much higher it hangs (m); roll: how
    the hanger tilts (rad); head, swivel: see `hanger`; seed: of its own folds."""
    scene.put(limp(path, twist, deep, shorter, roll, lift, TOP, seed), x, 0, turn)
    hanger(scene, x, turn, lift, roll, head=head, swivel=swivel)


def build(scene, draped):
    for slug, x, turn, how in HUNG:
        hang(scene, draped(slug), x, turn, **how)
    stand(scene, -1.23, 1.39, FLOOR)
    # a long lens, so that hems do not run askew; the lamps stand nearly twice as far off and more in front: both ends are lit
    scene.options.update({'camera': [-.95, -8.2, 1.20, .06, 0, .76, 2.10], 'frame': [0, 1, 0, FLOOR], 'wall': [1.9, 1.0],
                          'lens': [.006], 'near': [1.8], 'lamps': [1.1, -1.7, 0], 'light': [.92]})

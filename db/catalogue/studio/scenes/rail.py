"""Finished garments on wooden hangers, on a freestanding oak rail."""
from .hanger_limp import limp
from .rail_stand import TOP, hanger, stand

SIZE = (1600, 1200)
FLOOR = -.12
# garment, x on the rail (m), turn (rad), and how it hangs: see `hang`
HUNG = (('naomi-abaya', -.90, .62, dict(twist=-.06)), ('priscilla-kaftan', -.645, .52, dict(twist=.07)),
        ('deborah-coat', -.375, .66, dict(twist=-.04)), ('sarah-wrap-dress', -.095, .40, dict(twist=.08)),
        ('mary-dress', .165, .62, dict(twist=-.08)), ('anna-linen-dress', .42, .50, dict(twist=.06)),
        ('esther-gown', .685, .40, dict(twist=-.05)), ('miriam-tiered-dress', .955, .56, dict(twist=.05)))


def hang(scene, path, x, turn, twist=0.0, deep=1.0, shorter=1.0, lift=0.0, roll=0.0, head=.022, swivel=.75, seed=0):
    """deep: more where there is room between the garments; lift: how high it hangs (m)."""
    hung = limp(path, twist, deep, shorter, roll, lift, TOP, seed)
    scene.load(f'{hung}@{x},0,{turn}')
    hanger(scene, x, turn, lift, roll, head=head, swivel=swivel)


def build(scene, draped):
    for k, (slug, x, turn, how) in enumerate(HUNG):
        hang(scene, draped(slug), x, turn, seed=k, **how)
    stand(scene, -1.22, 1.28, FLOOR)
    # a long lens, so that hems do not run askew; the lamps stand nearly twice as far off and more in front: both ends are lit
    scene.options.update({'camera': [-.95, -8.2, 1.20, .03, 0, .76, 2.06], 'frame': [0, 1, 0, FLOOR], 'wall': [.80, .35],
                          'lens': [.006], 'near': [1.8], 'lamps': [1.1, -1.7, 0], 'light': [.92]})

"""The first picture of the shop: four garments on an oak rail, empty wall to the left for words."""
from . import rail

SIZE = (2000, 1250)
# garment, x on the rail (m), turn (rad), and how it hangs
HUNG = (('anna-linen-dress', .01, .30, dict(twist=.07, head=.012, lift=.004, roll=.008, seed=1)),
        ('mary-dress', .46, .02, dict(twist=-.10, lift=-.010, roll=-.006, head=.046, swivel=.95, seed=2)),
        ('sarah-wrap-dress', .86, -.68, dict(twist=.09, lift=.002, roll=.004, shorter=.97, swivel=.6, seed=3)),
        ('miriam-tiered-dress', 1.30, -.08, dict(twist=-.05, lift=-.004, roll=-.010, shorter=1.03, swivel=.85, seed=4)))


def build(scene, draped):
    for slug, x, turn, how in HUNG:
        rail.hang(scene, draped(slug), x, turn, **how)
    rail.stand(scene, -.40, 2.6, rail.FLOOR, (1, 0))
    scene.options.update({'camera': [-1.1, -8.2, 1.20, .15, 0, .765, 1.98], 'frame': [0, 1, 0, rail.FLOOR],
                          'wall': [1.9, 1.0], 'lens': [.006], 'near': [1.8], 'lamps': [1.3, -1.7, 0], 'light': [.96]})

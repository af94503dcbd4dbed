"""The first picture of the shop: four garments on an oak rail, empty wall to the left for words."""
from . import rail

SIZE = (2000, 1250)
HUNG = (('anna-linen-dress', .04, .30), ('mary-dress', .46, .52), ('sarah-wrap-dress', .87, .42), ('miriam-tiered-dress', 1.28, .58))


def build(scene, draped):
    for slug, x, turn in HUNG:
        rail.hang(scene, draped(slug), x, turn, squeeze=.42)
    floor = -.12
    rail.bar(scene, -.42, 2.6, floor)
    scene.options.update({'camera': [-.75, -5.0, 1.15, .26, 0, .83, 1.82], 'frame': [0, 1, 0, floor], 'wall': [.95, .35],
                          'lamps': [.3, -.35, 0], 'lens': [.006], 'light': [.93]})

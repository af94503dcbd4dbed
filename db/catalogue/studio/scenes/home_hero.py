"""The first picture of the shop: four garments on an oak rail, empty wall to the left for words."""
from . import rail

SIZE = (2000, 1250)
HUNG = (('anna-linen-dress', .06, .42), ('mary-dress', .50, .50), ('sarah-wrap-dress', .94, .46), ('miriam-tiered-dress', 1.40, .40))


def build(scene, draped):
    for slug, x, turn in HUNG:
        rail.hang(scene, draped(slug), x, turn, squeeze=.42)
    floor = -.02
    rail.bar(scene, -.42, 2.6, floor)
    scene.options.update({'camera': [-.75, -5.0, 1.15, .30, 0, .83, 1.86], 'frame': [0, 1, 0, floor], 'wall': [.95, .35],
                          'lamps': [.35, 0, 0], 'lens': [.006]})

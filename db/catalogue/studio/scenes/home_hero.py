"""The first picture of the shop: four garments on an oak rail, empty wall to the left for words."""
from . import rail

SIZE = (2000, 1250)
# garment, x on the rail (m), turn (radians), how much further the hem has turned
HUNG = (('anna-linen-dress', .04, .44, .07), ('mary-dress', .45, .60, -.06), ('sarah-wrap-dress', .86, .46, .09),
        ('miriam-tiered-dress', 1.28, .64, -.05))


def build(scene, draped):
    for slug, x, turn, twist in HUNG:
        rail.hang(scene, draped(slug), x, turn, twist, deep=1.25)
    floor = -.12
    rail.bar(scene, -.42, 2.6, floor)
    scene.options.update({'camera': [-1.1, -8.2, 1.20, .15, 0, .81, 1.86], 'frame': [0, 1, 0, floor], 'wall': [.95, .35],
                          'lens': [.006], 'near': [1.8], 'lamps': [1.3, -1.7, 0], 'light': [.86]})

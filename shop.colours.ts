/**
 * A family of colours, by which customers choose. `swatch`: how the filter shows it, as #rrggbb; `shades`: words that name a
 * colour of the family, in lower case without accents; a word may belong to two.
 */
export type Family = { id: string; name: string; swatch: string; shades: string }

/** The families that a fresh shop begins with; the owner changes them in the settings. Only the shop page's filter has them. */
export const colours: readonly Family[] = [
  {
    id: 'white',
    name: 'White',
    swatch: '#f6f1e6',
    shades:
      'ivory cream creamy ecru pearl chalk snow milk alabaster vanilla bone porcelain eggshell magnolia blanc calico',
  },
  {
    id: 'beige',
    name: 'Beige',
    swatch: '#cdb898',
    shades:
      'oat oatmeal flax stone camel sand taupe fawn nude natural undyed biscuit linen mushroom wheat almond buff greige putty parchment champagne latte hessian',
  },
  {
    id: 'brown',
    name: 'Brown',
    swatch: '#6d4a33',
    shades:
      'tan chocolate chestnut coffee cocoa mocha umber walnut hazel toffee caramel cinnamon bronze tobacco cognac sepia mahogany espresso nutmeg conker peat bark',
  },
  {
    id: 'black',
    name: 'Black',
    swatch: '#221f1f',
    shades: 'ink jet ebony onyx noir coal raven soot',
  },
  {
    id: 'grey',
    name: 'Grey',
    swatch: '#8b8b8a',
    shades: 'gray silver slate charcoal ash graphite pewter steel dove smoke pebble anthracite marl',
  },
  {
    id: 'blue',
    name: 'Blue',
    swatch: '#34507d',
    shades:
      'navy midnight sky denim indigo cobalt azure sapphire teal turquoise aqua cornflower periwinkle petrol cerulean lapis prussian marine chambray bluebell delft',
  },
  {
    id: 'green',
    name: 'Green',
    swatch: '#5f7656',
    shades:
      'sage forest olive moss mint emerald bottle fern pistachio jade khaki eucalyptus lime hunter pine teal turquoise juniper ivy thyme basil rosemary bay laurel myrtle lichen avocado celadon',
  },
  {
    id: 'yellow',
    name: 'Yellow',
    swatch: '#d9ac3f',
    shades:
      'mustard gold golden lemon ochre saffron butter primrose straw honey turmeric marigold buttercup daffodil canary',
  },
  {
    id: 'orange',
    name: 'Orange',
    swatch: '#c0673d',
    shades:
      'terracotta rust apricot peach tangerine amber coral copper pumpkin paprika sienna russet marmalade clementine clay ginger persimmon',
  },
  {
    id: 'red',
    name: 'Red',
    swatch: '#a3282e',
    shades:
      'scarlet crimson burgundy wine claret ruby cherry brick maroon cranberry garnet oxblood vermilion poppy tomato carmine bordeaux merlot cochineal madder',
  },
  {
    id: 'pink',
    name: 'Pink',
    swatch: '#d199a0',
    shades: 'rose blush fuchsia magenta raspberry salmon peony cerise rosewood flamingo petal',
  },
  {
    id: 'purple',
    name: 'Purple',
    swatch: '#5e3a5e',
    shades:
      'plum aubergine eggplant lilac lavender violet mauve mulberry amethyst grape heather damson fig wisteria iris thistle orchid blackberry',
  },
]

// By what customers choose among the garments: families of colours, and what garments are or have.

/**
 * The few colours by which customers choose. `swatch`: how the filter shows it; null for the rest. `shades`: words that
 * name a colour of the family, in lower case without accents; a word may belong to two.
 */
export const colourFamilies = [
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
  { id: 'other', name: 'Other', swatch: null, shades: '' },
] as const

export type ColourFamily = (typeof colourFamilies)[number]['id']

/**
 * The families of a garment: the one that its owner chose, else those that its colour names. 'Ivory and navy' is two
 * colours. A colour without a known word is `other`; no colour is none.
 */
export function colourFamiliesOf(colour: string | null, chosen: ColourFamily | null = null): ColourFamily[] {
  if (chosen) return [chosen]
  return [...new Set(coloursIn(colour).flatMap(familiesOfOne))]
}

/** 'Ivory and navy' is two colours; a colour of two words, such as 'Forest green', stays one. */
function coloursIn(colour: string | null): string[] {
  return (colour ?? '')
    .split(/[,;/&+]|\b(?:and|with)\b/i)
    .map((each) => each.trim())
    .filter((each) => wordsOf(each).length > 0)
}

/** The last word decides: 'Slate blue' and 'blue-grey'. A plain colour goes before a shade: 'Blue slate' is blue. */
function familiesOfOne(colour: string): ColourFamily[] {
  const words = wordsOf(colour).reverse()
  const named = words.flatMap((word) => colourFamilies.filter(({ id }) => id === word && id !== 'other'))
  const shades = words.map((word) => colourFamilies.filter((family) => family.shades.split(' ').includes(word)))
  const [found] = [named.slice(0, 1), ...shades].filter((families) => families.length > 0)
  return found?.map(({ id }) => id) ?? ['other']
}

function wordsOf(text: string): string[] {
  const letters = text.normalize('NFKD').replace(/\p{M}+/gu, '')
  return letters.toLowerCase().match(/\p{L}+/gu) ?? []
}

/** What customers look for and the owner ticks. `words`: those of a search that mean it. The migration has the same ids. */
export const garmentFeatures = [
  { id: 'opaque', name: 'Opaque without a slip', words: 'opaque' },
  { id: 'lined', name: 'Lined', words: 'lined' },
  { id: 'pockets', name: 'Pockets', words: 'pocket pockets' },
  { id: 'nursing', name: 'Opens for nursing', words: 'nursing breastfeeding feeding' },
] as const

export type GarmentFeature = (typeof garmentFeatures)[number]['id']

/** Fibres that feel alike. */
export const kindredFibres = [
  ['linen', 'cotton', 'hemp', 'ramie'],
  ['wool', 'cashmere', 'alpaca', 'mohair'],
  ['silk', 'viscose', 'rayon', 'modal', 'lyocell', 'tencel', 'cupro', 'acetate'],
  ['polyester', 'polyamide', 'nylon', 'acrylic'],
]

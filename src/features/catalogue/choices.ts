import { shop } from '#shop'
import { colours, type Family } from '#shop-colours'

// By what customers choose among the garments: families of colours, and what garments are or have.

/** A colour that no family has. */
export const otherColour = { id: 'other', name: 'Other', swatch: null } as const

/** The few colours by which customers choose, in the owner's order. */
export function listFamilies(): readonly Family[] {
  return shop.colours ?? colours
}
/**
 * The families of a garment: the one that its owner chose, else those that its colour names. 'Ivory and navy' is two
 * colours. A colour without a known word is `other`; no colour is none.
 */
export function colourFamiliesOf(
  colour: string | null,
  chosen: string | null = null,
  families: readonly Family[] = listFamilies(),
): string[] {
  if (chosen) return [chosen]
  return [...new Set(coloursIn(colour).flatMap((one) => familiesOfOne(one, families)))]
}

/** 'Ivory and navy' is two colours; a colour of two words, such as 'Forest green', stays one. */
function coloursIn(colour: string | null): string[] {
  return (colour ?? '')
    .split(/[,;/&+]|\b(?:and|with)\b/i)
    .map((each) => each.trim())
    .filter((each) => wordsOf(each).length > 0)
}

/** The last word decides: 'Slate blue' and 'blue-grey'. A plain colour goes before a shade: 'Blue slate' is blue. */
function familiesOfOne(colour: string, all: readonly Family[]): string[] {
  const words = wordsOf(colour).reverse()
  const named = words.flatMap((word) => all.filter(({ id, name }) => id === word || wordsOf(name).join(' ') === word))
  const shades = words.map((word) => all.filter((family) => family.shades.split(' ').includes(word)))
  const [found] = [named.slice(0, 1), ...shades].filter((families) => families.length > 0)
  return found?.map(({ id }) => id) ?? [otherColour.id]
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

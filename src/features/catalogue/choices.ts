// By what customers choose among the garments: families of colours, and what garments say of themselves.

import type { Kind } from './kinds.ts'

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
export function coloursIn(colour: string | null): string[] {
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

/** What customers look for and garments say of themselves. `words`: those of a search that mean it. */
export const garmentFeatures = [
  { id: 'opaque', name: 'Opaque without a slip', words: 'opaque' },
  { id: 'lined', name: 'Lined', words: '(?:fully[ -])?lined' },
  { id: 'pockets', name: 'Pockets', words: '(?:side )?pockets?' },
  { id: 'nursing', name: 'Opens for nursing', words: 'nursing|breast[ -]?feeding|feeding' },
] as const

export type GarmentFeature = (typeof garmentFeatures)[number]['id']

/** The texts in which a garment describes itself. */
export type DescribedGarment = {
  description: string
  modestyNotes: string | null
  fabric: string | null
  kind: Kind | null
}

/**
 * What the texts of a garment say without a condition. A denial anywhere decides against it: a garment that is found
 * wrongly is worse than one that is not found.
 */
export function featuresOf(garment: DescribedGarment): GarmentFeature[] {
  const { description, modestyNotes, fabric } = garment
  const text = [description, modestyNotes, fabric]
    .filter(Boolean)
    .join('\n')
    .normalize('NFKC')
    .replace(/[’ʼ]/g, "'")
    .toLowerCase()
  const clauses = text.split(/[.;!?\n]+(?!\d)/).map((clause) => clause.trim())
  const states = (word: RegExp, counts: (clause: string) => boolean) => isStated(clauses, word, counts)
  const stated: Record<GarmentFeature, boolean> = {
    opaque: states(opaque, () => !needsSlip(text)),
    lined: !unlined.test(text) && states(lined, (clause) => !isPartLined(clause, garment.kind)),
    pockets: states(pockets, (clause) => !intoPocket.test(clause)),
    nursing: states(feeding, (clause) => opening.test(clause)),
  }
  return garmentFeatures.map(({ id }) => id).filter((id) => stated[id])
}

const opaque =
  /\bopaque\b|\bnothing (?:is |else is )?needed (?:beneath|underneath)\b|\bneeds? nothing (?:else )?(?:beneath|underneath)\b/
/** 'Fully lined', 'lined to the knee', and the fabric's 'Lining: …'; 'bodice lining: …' is a part. */
const lined = /\blined\b|(?:^|, *)(?:full |skirt )?lining(?: to the \w+)? *:/
const unlined = /\bunlined\b|\b(?:no|without(?: an?)?) (?:\w+ )?lining\b|\blining *: *(?:no|none|-|–)/
const pockets = /\bpockets?\b(?!-|\s+(?:sized?|money|square|book|watch))/
/** Something that goes into a pocket. */
const intoPocket = /\b(?:fits?|folds?|packs?|small enough)\b[^,]*\b(?:in|into) (?:an?|the|your|its own|any) pockets?\b/
const feeding = /\b(?:breast-?feeding|nursing|feeding)\b(?!\s+(?:the|your|an?|her)\s+(?!baby|child|little|infant))/
const opening = /\b(?:opens?|opening|unbuttons?|buttons?|zips?|wraps?|slits?|snaps?|plackets?|suits?|suitable|made)\b/

/** A denial close before the word. */
const denial =
  /(?:\b(?:no|not|never|without|nor|neither|lacks?|cannot|hardly|barely|nearly|almost|semi|half|part|partly|partially|fairly|less|un|non)|n't)\b(?:[\s-]+[\w'-]+){0,6}[\s-]*$/
/** What can be had is not what it has. */
const condition =
  /\b(?:if|requests?|(?:can|could|may|might|would|should|will|to) (?:be|add|have|line|sew|put)|unless|except|apart from|but for|instead of|rather than|unlike|only|we (?:line|add|sew))\b/

/** Whether a clause says it, without a condition, and no clause denies it. */
function isStated(clauses: readonly string[], word: RegExp, counts: (clause: string) => boolean): boolean {
  const matching = clauses.filter((clause) => word.test(clause) && counts(clause))
  const isDenied = (clause: string) => denial.test(clause.slice(0, clause.search(word)))
  return !matching.some(isDenied) && matching.some((clause) => !condition.test(clause))
}

/** Whether something must be worn beneath it, somewhere or in some light. */
function needsSlip(text: string): boolean {
  const rest = text
    .replace(/\b(?:no|without an?|never an?|not need an?) (?:[\w-]+ )?slip\b/g, ' ')
    .replace(/(?:\b(?:no|not|never|nothing)|n't) (?:sheer|see-through|translucent)\b/g, ' ')
  return /\b(?:an?|the|your|light|cotton|silk|full|half) slip\b|\bslips? (?:is|are) (?:wise|needed|advised)|\b(?:sheer|see-through|translucent)\b|\bopaque (?:when|over|if|only|in (?:ordinary|normal|most|indoor|soft))\b/.test(
    rest,
  )
}

/** Whether a clause says that a part is lined. The skirt of a dress is one; that of a skirt is all of it. */
function isPartLined(clause: string, kind: DescribedGarment['kind']): boolean {
  const parts = `(?:bodice|yoke|sleeves?|cuffs?|collar|pockets?|inset|hood|neck|waistband|front|belt|sash|capelet${kind === 'skirt' ? '' : '|skirt'})`
  const at = clause.search(lined)
  const after = new RegExp(`^(?:, *)?lin(?:ed|ing) (?:(?:of|in|at) (?:the )?)?${parts}\\b`)
  return new RegExp(`\\b${parts}\\b`).test(clause.slice(0, at)) || after.test(clause.slice(at))
}

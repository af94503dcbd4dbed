import { readFabric } from '../field-kinds.ts'
import { outerCloth } from '../samples.ts'
import type { Weave } from './customs.ts'

/** What the tariff calls a garment, by the words of its name that say so, the clearest first. */
const garmentTypes = [
  { id: 'abaya', name: 'an open robe', words: 'abaya abayas kaftan caftan robe jilbab thobe kimono' },
  { id: 'trousers', name: 'trousers', words: 'trousers trouser culottes pants' },
  { id: 'cardigan', name: 'a cardigan or jumper', words: 'cardigan jumper pullover sweater' },
  { id: 'scarf', name: 'a scarf or shawl', words: 'scarf headscarf shawl veil hijab snood wrap stole' },
  { id: 'skirt', name: 'a skirt', words: 'skirt' },
  { id: 'dress', name: 'a dress', words: 'dress gown pinafore' },
  { id: 'coat', name: 'a coat, cape or cloak', words: 'coat cape cloak overcoat' },
  { id: 'blouse', name: 'a blouse or shirt', words: 'blouse shirt top tunic' },
] as const
type GarmentType = (typeof garmentTypes)[number]['id']

const typeOfKind: Partial<Record<string, GarmentType>> = {
  dress: 'dress',
  skirt: 'skirt',
  coat: 'coat',
  top: 'blouse',
}

type FibreClass = 'silk' | 'wool' | 'cotton' | 'synthetic' | 'artificial' | 'other'

const fibres: Record<FibreClass, string> = {
  wool: 'wool merino cashmere alpaca mohair lambswool',
  cotton: 'cotton denim',
  silk: 'silk',
  synthetic: 'polyester nylon polyamide acrylic elastane',
  artificial: 'viscose rayon modal lyocell tencel cupro acetate',
  other: 'linen flax hemp ramie jute',
}

type Codes = Partial<Record<FibreClass | 'manmade', string>> & { other: string }

/**
 * The Harmonised System of 2022, six digits, by garment, weave and fibre: chapter 62 is woven, 61 knitted. `manmade`:
 * synthetic and artificial fibres together. A fibre without a code of its own has that of `other`.
 */
const tariff: Record<GarmentType, { woven: Codes | null; knitted: Codes }> = {
  dress: {
    woven: { wool: '620441', cotton: '620442', synthetic: '620443', artificial: '620444', other: '620449' },
    knitted: { wool: '610441', cotton: '610442', synthetic: '610443', artificial: '610444', other: '610449' },
  },
  skirt: {
    woven: { wool: '620451', cotton: '620452', synthetic: '620453', other: '620459' },
    knitted: { wool: '610451', cotton: '610452', synthetic: '610453', other: '610459' },
  },
  trousers: {
    woven: { wool: '620461', cotton: '620462', synthetic: '620463', other: '620469' },
    knitted: { wool: '610461', cotton: '610462', synthetic: '610463', other: '610469' },
  },
  blouse: {
    woven: { silk: '620610', wool: '620620', cotton: '620630', manmade: '620640', other: '620690' },
    knitted: { cotton: '610610', manmade: '610620', other: '610690' },
  },
  coat: {
    woven: { wool: '620220', cotton: '620230', manmade: '620240', other: '620290' },
    knitted: { wool: '610210', cotton: '610220', manmade: '610230', other: '610290' },
  },
  abaya: {
    woven: { cotton: '621142', manmade: '621143', other: '621149' },
    knitted: { cotton: '611420', manmade: '611430', other: '611490' },
  },
  cardigan: {
    woven: null,
    knitted: { wool: '611011', cotton: '611020', manmade: '611030', other: '611090' },
  },
  scarf: {
    woven: { silk: '621410', wool: '621420', synthetic: '621430', artificial: '621440', other: '621490' },
    knitted: { other: '611710' },
  },
}

type Described = { name: string; kind: string | null; fabric: string | null; weave: Weave | null }

/** A code to check and to choose, and why; or what is missing for a suggestion. */
export type CodeSuggestion = { code: string; reason: string } | { missing: string }

/** Suggests a commodity code from what the garment is, the fibre that weighs most, and its weave. */
export function suggestCode({ name, kind, fabric, weave }: Described): CodeSuggestion {
  const type = typeOf(name, kind)
  if (!type) return { missing: 'For a suggestion, choose its kind above, or name it as what it is, such as a skirt.' }
  const fibre = mainFibre(fabric)
  if (!fibre) return { missing: 'For a suggestion, give its fabric above: the fibre that weighs most decides.' }
  if (!weave) return { missing: 'For a suggestion, choose whether it is woven or knitted.' }
  const codes = tariff[type.id][weave]
  if (!codes) return { missing: `The tariff has no code for ${type.name} that is woven. Please look it up.` }
  const manmade = fibre.group === 'synthetic' || fibre.group === 'artificial' ? codes.manmade : undefined
  return {
    code: codes[fibre.group] ?? manmade ?? codes.other,
    reason: `It is ${type.name}, ${weave}, and most of it is ${fibre.name}.`,
  }
}

/** The last word that says what it is decides: a shirt dress is a dress. Without one, the kind. */
function typeOf(name: string, kind: string | null): (typeof garmentTypes)[number] | null {
  const words = wordsOf(name).reverse()
  for (const word of words) {
    const found = garmentTypes.find(({ words }) => words.split(' ').includes(word))
    if (found) return found
  }
  const ofKind = kind === null ? undefined : typeOfKind[kind]
  return garmentTypes.find(({ id }) => id === ofKind) ?? null
}

/** The fibre with the largest share; in words of the owner's own, the first that is named. */
function mainFibre(fabric: string | null): { name: string; group: FibreClass } | null {
  const read = readFabric(fabric)
  const materials =
    read.kind === 'words'
      ? wordsOf(outerCloth(read.text) ?? '')
      : read.parts
          .toSorted((a, b) => Number(b.percent) - Number(a.percent))
          .slice(0, 1)
          .flatMap(({ material }) => wordsOf(material))
  for (const word of materials) {
    const group = Object.entries(fibres).find(([, names]) => names.split(' ').includes(word))?.[0]
    if (group) return { name: word, group: group as FibreClass }
  }
  return null
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? []
}

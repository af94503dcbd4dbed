import { searchText } from '#platform/text/search-text.ts'
import { colourFamilies } from '../choices.ts'
import { type Kind, kinds } from '../kinds.ts'

// What everyday words mean in a shop for modest clothes: nothing here is about the garments of one shop.

/** Words that describe every garment, and words between them. */
const common = `a an and any are as at be by do for from get has have i in is it its like looking me my of off on or
  our some that the there these they this to want which with you your modest modesty modestly tznius tzniut clothing
  clothes garment outfit piece wear wearing fashion style woman women lady female muslim islamic christian jewish shop
  buy online uk size sized length colour coloured color new made order nice pretty beautiful lovely something`

/** Words that ask for something that is reduced. */
const sale = 'sale sales reduced reduction clearance outlet discount discounted offer offers bargain'

/** Words about a customer's height: the hem follows it, so they leave nothing out. */
const heights = 'petite tall'

/** Words that leave out what follows: 'without pockets'. */
const negations = 'no not non without'

/** Each row: what is said, and what else the texts of a garment that suits it say. Words for the same thing have one row. */
const meanings: [said: string, sought: string][] = [
  ['frock', 'dress'],
  ['scarf headscarf hijab shawl turban', 'scarf headscarf hijab shawl turban'],
  ['cloak poncho', 'cape'],
  ['jumper sweater pullover cardigan knitwear', 'jumper sweater pullover cardigan knit'],
  ['trousers pants', 'trousers pants'],
  ['jacket blazer', 'jacket blazer'],
  ['shirt', 'blouse'],
  ['belt', 'belt'],
  [
    `evening eveningwear party formal wedding guest bride bridesmaid nikah bar bat mitzvah christmas hanukkah gala ball
      prom graduation elegant dressy occasion glamorous`,
    'gown satin velvet silk lace sequin evening wedding party formal',
  ],
  ['church sunday chapel synagogue christening baptism', 'dress church sunday easter wedding'],
  [
    'work workwear office business professional interview smart',
    'shirt blouse poplin tailored work office meeting desk',
  ],
  ['summer hot beach holiday', 'linen cotton voile viscose summer cool hot'],
  ['winter cold warm cosy', 'wool velvet cashmere fleece coat cape winter warm'],
  ['eid ramadan', 'abaya kaftan gown jilbab eid'],
  ['prayer mosque', 'abaya kaftan jilbab prayer'],
  ['maternity pregnant pregnancy', 'nursing bump pregnancy maternity'],
  ['casual everyday weekend', 'linen cotton everyday weekend'],
  ['floral flower flowery botanical print printed pattern patterned', 'floral flower sprig botanical print pattern'],
  ['stretch stretchy', 'elastane jersey stretch'],
  ['gray', 'grey'],
  ['navy', 'midnight indigo'],
  ['burgundy maroon wine claret oxblood', 'burgundy maroon wine claret oxblood plum aubergine'],
  ['cream ivory ecru', 'cream ivory ecru'],
]

/** The kind of a garment that has another name, or the nearest kind to it. */
const otherNames: Record<Kind, string> = {
  dress: 'gown abaya kaftan jilbab jalabiya thobe robe pinafore sundress jumpsuit',
  skirt: 'trousers pants jeans leggings culottes shorts',
  coat: 'jacket blazer cape cloak poncho kimono mac parka outerwear',
  top: 'blouse shirt tunic jumper sweater pullover cardigan knitwear vest camisole tshirt tee hoodie',
  accessory: 'scarf headscarf hijab shawl turban hat bag gloves jewellery shoes',
}

/** Searches for a page of the shop. */
const pages: [words: RegExp, path: string][] = [
  [/^(?:(?:free|fabric|cloth|material|colour) )*(?:samples?|swatch(?:es)?)$/, '/samples'],
  [/^(?:size (?:guide|chart|finder)|sizes|sizing|measurements?|measuring)$/, '/size-guide'],
  [/^(?:how (?:do|can) i )?(?:returns?|refunds?|exchanges?)(?: policy)?$/, '/returns-refunds'],
  [/^(?:delivery|shipping|postage)(?: (?:times?|costs?|prices?))?$/, '/faq#delivery'],
  [
    /^(?:(?:track|find|where is|wheres) )?my (?:order|parcel)$|^(?:track|find) (?:an )?order$|^order status$|^(?:order )?tracking$/,
    '/find-order',
  ],
  [/^(?:contact|contact us|help)$/, '/contact'],
]

/** The page of the shop that these search words are about, if any. */
export function pageOf(typed: string): string | null {
  const words = wordsOf(typed).join(' ')
  return pages.find(([pattern]) => pattern.test(words))?.[1] ?? null
}

/** Words that are one, and one that is two. */
const phrases: [RegExp, string][] = [
  [/\b(?:long|full)(?: length)? sleeve[sd]?\b/g, 'longsleeve'],
  [/\bshort sleeve[sd]?\b/g, 'shortsleeve'],
  [/\b(?:full|floor|ground) length\b/g, 'maxi'],
  [/\bt shirt/g, 'tshirt'],
  [/\b(shirt|wrap|maxi|midi)(dress(?:es)?|skirts?)\b/g, '$1 $2'],
]

/** The words of a text as searches compare them, without their endings, which `stemOf` removes. */
export function wordsOf(text: string): string[] {
  const plain = phrases.reduce((written, [phrase, word]) => written.replace(phrase, word), searchText(text))
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** A word without the ending of a plural or a participle: 'dresses' and 'dress', 'pleated' and 'pleats' are one. */
export function stemOf(word: string): string {
  if (/.{2}ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2)
  if (/.{2}[^su]s$/.test(word)) return word.slice(0, -1)
  const rest = word.slice(0, -2)
  if (!word.endsWith('ed') || rest.length < 4 || !/[aeiouy]/.test(rest)) return word
  return rest.replace(/([^ls])\1$/, '$1')
}

/**
 * How a word sounds, roughly: 'Rebecca' and 'Rebekah', 'caftan' and 'kaftan', 'abbaya' and 'abaya' are one. A first z is
 * no s: 'Zara' is another shop, not 'Sarah'.
 */
export function soundOf(word: string): string {
  return word
    .replace(/ph/g, 'f')
    .replace(/ck|q|c(?![ehiy])/g, 'k')
    .replace(/c(?=[eiy])|(?!^)z/g, 's')
    .replace(/th/g, 't')
    .replace(/y/g, 'i')
    .replace(/(.)\1+/g, '$1')
}

const stemsIn = (words: string) => wordsOf(words).map(stemOf)
const sought = new Map(
  meanings.flatMap(([said, words]) => stemsIn(said).map((stem) => [stem, stemsIn(words)] as const)),
)
const kindOf = new Map(kinds.flatMap(({ id }) => stemsIn(otherNames[id]).map((stem) => [stem, id] as const)))
const kindNamed = new Map([...kinds.map(({ id }) => [stemOf(id), id] as const), ...kindOf])

/** Whether a word names another kind of garment than this one: 'shawl' for a cape. False for a garment without a kind. */
export function isOtherKind(stem: string, kind: Kind | null): boolean {
  return kind !== null && (kindNamed.get(stem) ?? kind) !== kind
}

const sets = { common, sale, heights, negations }
const roles = new Map(
  Object.entries(sets).flatMap(([role, words]) => stemsIn(words).map((stem) => [stem, role as keyof typeof sets])),
)

/** What a word does to a search beside being searched; null for most words. */
export function roleOf(stem: string): keyof typeof sets | null {
  return roles.get(stem) ?? null
}

/** What else a garment may say that suits this word. */
export function soughtFor(stem: string): readonly string[] {
  return sought.get(stem) ?? []
}

/** The hues in a circle, and the colours without one: neighbours are alike. */
const circles = [
  ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink'],
  ['white', 'beige', 'brown', 'black', 'grey'],
]

/** What is nearest to a word that no garment has, nearest first: a kind, or families of colours at the same distance. */
export function nearestTo(stem: string): string[][] {
  const kind = kindOf.get(stem)
  if (kind) return [[kind]]
  const families = familiesOf(stem)
  return [0, 1, 2].map((steps) => families.flatMap((family) => coloursApart(family, steps)))
}

function coloursApart(family: string, steps: number): string[] {
  const circle = circles.find((colours) => colours.includes(family)) ?? []
  const around = [steps, -steps].map((by) => circle.at((circle.indexOf(family) + by) % circle.length))
  return around.filter((colour) => colour !== undefined)
}

const familiesOf = (word: string) =>
  colourFamilies.filter(({ id, shades }) => id === word || shades.split(' ').includes(word)).map(({ id }) => id)

/** Words with a meaning of their own, which is never taken for a typing error. */
export const everydayWords: readonly string[] = [
  ...new Set(
    [
      ...[common, sale, heights, ...meanings.map(([said]) => said), ...Object.values(otherNames)].flatMap(wordsOf),
      ...kinds.map(({ id }) => id),
      ...colourFamilies.flatMap(({ id, shades }) => [id, ...shades.split(' ')]),
    ].filter(Boolean),
  ),
]
const known = new Set(everydayWords.map(stemOf))

/** Whether a word has a meaning of its own. */
export function isEveryday(stem: string): boolean {
  return known.has(stem)
}

import { searchText } from '#platform/text/search-text.ts'
import { colours } from '#shop-colours'
import { kindredFibres } from '../choices.ts'
import { type Kind, kinds } from '../kinds.ts'

// What everyday words mean in a shop for modest clothes: nothing here is about the garments of one shop.

/**
 * Words that are not searched. common: what describes every garment, and words between them; figures: what is about a
 * height, which the hem follows, or has a unit; negations: they leave out what follows.
 */
const roles = {
  common: `a an and any are as at be by do for from get has have i in is it its like looking me my of off on or our
    some that the there these they this to want which with you your modest modesty modestly tznius tzniut clothing
    clothes garment outfit piece wear wearing fashion style woman women lady female muslim islamic christian jewish
    shop buy online uk size sized length colour coloured color new made order nice pretty beautiful lovely something`,
  sale: 'sale reduced reduction clearance outlet discount discounted offer bargain',
  figures: 'petite tall',
  prices: 'price prices',
  negations: 'no not non without',
}
export type Role = keyof typeof roles

/** Each row: what is said, and what else the texts of a garment that suits it say. Words for the same thing have one row. */
const suits: [said: string, sought: string][] = [
  ['frock', 'dress'],
  ['caftan', 'kaftan'],
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
  dress: 'gown abaya kaftan caftan jilbab jalabiya thobe robe shift pinafore sundress jumpsuit',
  skirt: 'trousers pants jeans leggings culottes shorts',
  coat: 'jacket blazer cape cloak poncho kimono mac parka outerwear',
  top: 'blouse shirt tunic jumper sweater pullover cardigan knitwear waistcoat vest camisole tshirt tee hoodie',
  accessory: 'scarf headscarf hijab shawl stole turban hat bonnet beret veil headband bag gloves jewellery shoes',
}

/** Pages of the shop: words that name them, and words that may come with those. */
const pages: [path: string, names: string, beside: string][] = [
  ['/samples', 'sample swatch', 'free fabric cloth material colour order'],
  ['/size-guide', 'size sizing measure measurement measuring', 'guide chart finder table help find uk'],
  ['/returns-refunds', 'return refund exchange', 'policy'],
  ['/faq#delivery', 'delivery deliver shipping ship postage', 'free time cost price charge international long take uk'],
  ['/withdraw', 'withdraw withdrawal', 'from order contract right'],
  ['/find-order', 'order parcel track tracking', 'find status number change cancel'],
  ['/contact', 'contact help email phone telephone', 'us form number customer service'],
  ['/faq', 'faq question', 'frequently asked'],
  ['/about', 'about story', 'us'],
  ['/privacy-policy', 'privacy cookie', 'policy'],
  ['/terms-conditions', 'terms conditions', 'sale'],
  ['/accessibility', 'accessibility', 'statement'],
  ['/saved', 'saved wishlist favourite favorite', 'garment list'],
  ['/login', 'login account', ''],
]
const polite = 'a an and the my i you your is are do does can how what where wheres to of for please page'

/** Words that are one, and one that is two; a figure and its unit, or its currency, are one. */
const phrases: [RegExp, string][] = [
  [/\b(?:under|below|up to|less than) £? ?(\d+(?:\.\d\d)?)(?: ?pounds?)?\b/g, ' under$1 '],
  [/\b(?:over|above|more than) £? ?(\d+(?:\.\d\d)?)(?: ?pounds?)?\b/g, ' over$1 '],
  [/£ ?(\d+(?:\.\d\d)?)|\b(\d+(?:\.\d\d)?) ?(?:£|pounds?\b)/g, ' $1$2pounds '],
  [/[€$] ?(\d+(?:\.\d\d)?)|\b(\d+(?:\.\d\d)?) ?(?:[€$]|(?:euros?|dollars?)\b)/g, ' $1$2euros '],
  [/\b(\d+) ?(?:ft|feet|foot)\b(?: ?(\d+)(?: ?(?:in|inch|inches)\b)?)?/g, ' $1ft$2 '],
  [/\b(\d+(?:\.\d+)?) ?([cm]?m|(?:centi)?metres?|in(?! [a-z])|inch|inches|k?g|gsm)\b/g, ' $1$2 '],
  [/\b(?:long|full)(?: length)? sleeve[sd]?\b/g, 'longsleeve'],
  [/\bshort sleeve[sd]?\b/g, 'shortsleeve'],
  [/\b(?:full|floor|ground) length\b/g, 'maxi'],
  [/\bt shirt/g, 'tshirt'],
  [/\bbreast feeding\b/g, 'breastfeeding'],
  [/\bplus sizes?\b/g, 'plussize'],
  [/\bpre ?orders?\b/g, 'preorder'],
  [/\bnew (?:arrivals?|in)\b|\blatest\b/g, 'newest'],
  [/\b(?:log|sign) in\b/g, 'login'],
  [/\bextra (large|small)\b/g, 'x$1'],
  [/\b(shirt|wrap|maxi|midi)(dress(?:es)?|skirts?)\b/g, '$1 $2'],
]

/**
 * The words of a text as searches compare them, without their endings, which `stemOf` removes. '-green' is 'without
 * green'.
 */
export function wordsOf(text: string): string[] {
  const said = searchText(text.replace(/(^|\s)[-–−](?=\p{L})/gu, '$1without ').replace(/(\d),(?=\d{3}(?!\d))/g, '$1'))
  const plain = phrases.reduce((written, [phrase, word]) => written.replace(phrase, word), said)
  return plain.match(/[\p{L}\p{N}]*\d\.\d+\p{L}*|[\p{L}\p{N}]+/gu) ?? []
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

const stemsIn = (words: string) => wordsOf(words).map(stemOf)

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

/** The hues in a circle, and the colours without one: neighbours are alike. */
const circles = [
  ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink'],
  ['white', 'beige', 'brown', 'black', 'grey'],
]

/** The families of a colour, then their neighbours, one and two steps away. */
function nearestColours(colour: string): string[][] {
  const families: string[] = colours
    .filter(({ id, shades }) => id === colour || shades.split(' ').includes(colour))
    .map(({ id }) => id)
  return [0, 1, 2].map((steps) =>
    circles.flatMap((circle) =>
      families
        .filter((family) => circle.includes(family))
        .flatMap((family) =>
          [steps, -steps].flatMap((by) => circle.at((circle.indexOf(family) + by) % circle.length) ?? []),
        ),
    ),
  )
}

/**
 * What an everyday word means. sought: what else a garment that suits it may say; nearest: the stems that are nearest to
 * it, where no garment has it; kind: of the garment that it names.
 */
type Meaning = { role?: Role; sought?: string[]; kind?: Kind; nearest?: string[][]; isFibre?: boolean }

const meant: [words: string, meaning: Meaning][] = [
  ...Object.entries(roles).map(([role, words]): [string, Meaning] => [words, { role: role as Role }]),
  ...suits.map(([said, sought]): [string, Meaning] => [said, { sought: stemsIn(sought) }]),
  ...colours
    .flatMap(({ id, shades }) => [id, ...shades.split(' ')])
    .map((colour): [string, Meaning] => [colour, { nearest: nearestColours(colour) }]),
  ...kinds.map(({ id }): [string, Meaning] => [id, { kind: id }]),
  ...kinds.map(({ id }): [string, Meaning] => [otherNames[id], { kind: id, nearest: [[id]] }]),
  ...kindredFibres.map((fibres): [string, Meaning] => [fibres.join(' '), { nearest: [fibres], isFibre: true }]),
]
const meanings = new Map<string, Meaning>()
for (const [words, meaning] of meant)
  for (const stem of stemsIn(words)) meanings.set(stem, { ...meanings.get(stem), ...meaning })

/** What an everyday word means, by its stem. Such a word is never taken for a typing error. */
export function meaningOf(stem: string): Meaning | undefined {
  return meanings.get(stem)
}

/** The words that a typing error may have been. */
export const everydayWords: readonly string[] = [...new Set(meant.flatMap(([words]) => wordsOf(words)))].filter(
  (word) => meaningOf(stemOf(word))?.role !== 'negations',
)

const named = pages.map(([path, names, beside]) => ({
  path,
  names: new Set(stemsIn(names)),
  beside: new Set(stemsIn(beside)),
}))
const isPolite = new Set(stemsIn(polite))

/** The page of the shop that these search words name, if any: 'how do I return', 'Where’s my order?'. */
export function pageOf(typed: string): string | null {
  const stems = stemsIn(typed).filter((stem) => !isPolite.has(stem))
  const isNamed = ({ names, beside }: (typeof named)[number]) =>
    stems.some((stem) => names.has(stem)) && stems.every((stem) => names.has(stem) || beside.has(stem))
  return named.find(isNamed)?.path ?? null
}

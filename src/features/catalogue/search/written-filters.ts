import { type Pence, parsePounds } from '#base/money.ts'
import { colourFamilies, garmentFeatures } from '../choices.ts'
import { sizeChart } from '../sizes/size-chart.ts'
import { wordsOf } from './everyday-words.ts'
import type { SearchIndex } from './search-index.ts'
import { choiceName, type SearchParams } from './search-params.ts'

type Said = Record<string, string | undefined>
type Choices = SearchIndex['choices']

/** 'not lined' and 'non-opaque' want the contrary, which no filter finds. */
const contrary = String.raw`(?<not>\b(?:no|not|non|without)[\s-]+)?`
const colours = colourFamilies.map(({ id }) => (id === 'grey' ? 'gr[ea]y' : id)).filter((id) => id !== 'other')
/** A figure that is no price, height or amount. */
const bare = String.raw`(?<![\d£$€.,'’′-])(?<from>\d{1,2})(?:\s*[-–—/]\s*(?<to>\d{1,2}))?(?![\d.,'’′"”″%-]|\s*(?:cm|mm|m|in|inch|inches|ft|feet|foot|metres?|kg|gsm|pounds?)\b)`
const pounds = String.raw`\s+£?(?<price>\d+(?:\.\d\d)?)(?:\s*pounds)?(?![\d.])`

/** The words that are choices of the shop page, and which; null where they are none of this shop. */
const patterns: { words: RegExp; chosen(said: Said, choices: Choices): Partial<SearchParams> | null }[] = [
  { words: new RegExp(`\\b(?:under|below|up to)${pounds}`, 'gi'), chosen: ({ price }) => ({ max: penceOf(price) }) },
  { words: new RegExp(`\\b(?:over|above)${pounds}`, 'gi'), chosen: ({ price }) => ({ min: penceOf(price) }) },
  {
    words: /\bplus[ -]sizes?\b/gi,
    chosen: (_, { size }) => sizesChosen(size.filter(({ id }) => Number(id.split('-').at(-1)) >= 18)),
  },
  {
    words: new RegExp(String.raw`\b(?<system>eu|us)\s+(?:sizes?\s+)?${bare}`, 'giu'),
    chosen: ({ system = '', from }, choices) => {
      const column = system.toLowerCase() === 'eu' ? 'eu' : 'us'
      const rows = sizeChart.filter((row) => row[column].split('–').includes(from ?? ''))
      return sizesChosen(choices.size.filter(({ id }) => rows.some(({ size }) => size === id)))
    },
  },
  {
    // '12-14', 'UK 12', 'size 12/14' and '18'.
    words: new RegExp(String.raw`(?:\b(?:uk\s+)?(?:sizes?\s+)?)?${bare}`, 'giu'),
    chosen: ({ from = '', to = from }, choices) => sizesChosen(sizesOf(Number(from), Number(to), choices.size)),
  },
  {
    words: /\bsizes?\s+(?<word>[\p{L}\p{N}-]+)/giu,
    chosen: ({ word = '' }, choices) => sizesChosen(choices.size.filter(({ id }) => id === choiceName(word))),
  },
  {
    words: new RegExp(
      `${contrary}(?:\\b(?:off|light|dark|pale|deep|bright)[\\s-]+)?\\b(?<word>${colours.join('|')})\\b`,
      'gi',
    ),
    chosen: ({ not, word = '' }, choices) => {
      const family = choiceName(word).replace('gray', 'grey')
      return not || !choices.colour.some(({ id }) => id === family) ? null : { colour: [family] }
    },
  },
  ...garmentFeatures.map(({ id, words }) => ({
    words: new RegExp(`${contrary}\\b(?:${words})\\b`, 'gi'),
    chosen: ({ not }: Said, choices: Choices) =>
      not || !choices.feature.some((choice) => choice.id === id) ? null : { feature: [id] },
  })),
  { words: /\b(?:new arrivals?|new in|newest|latest)\b/gi, chosen: () => ({ sort: 'newest' }) },
]

/** The sizes of a figure or a span: the size itself, or those that have it in their span: 18 is in 16-18. */
function sizesOf(from: number, to: number, sizes: Choices['size']): Choices['size'] {
  const exact = sizes.filter(({ id }) => id === (from === to ? `${from}` : `${from}-${to}`))
  if (exact.length > 0) return exact
  return sizes.filter(({ id }) => {
    const [, least = '', most = least] = /^(\d+)(?:-(\d+))?$/.exec(id) ?? []
    const isSpan = least !== ''
    return (
      isSpan &&
      (from === to ? Number(least) <= from && from <= Number(most) : from <= Number(least) && Number(most) <= to)
    )
  })
}

function sizesChosen(sizes: Choices['size']): Partial<SearchParams> | null {
  return sizes.length > 0 ? { size: sizes.map(({ id }) => id) } : null
}

function penceOf(price = ''): Pence | null {
  return parsePounds(price)
}

/** What is left at either end when a filter's words are taken out: 'dress with pockets', 'black and white dress'. */
const joining = '(?:and|or|with|in|for|that|which|is|are|has|have|a)'
const loose = new RegExp(`^(?:${joining}\\s+)+|(?:(?:^|\\s+)${joining})+$`, 'gi')

/**
 * Moves words of the search that are choices of a filter to that filter, if products have them: sizes, which replace
 * its choices, colours ('green' finds Sage), features ('lined') and prices. The name of a product stays as it is.
 */
export function withWrittenFilters(search: SearchParams, { words, choices }: SearchIndex): SearchParams {
  if (!search.q || words().names.includes(wordsOf(search.q).join(' '))) return search
  const found: Partial<SearchParams>[] = []
  let { q } = search
  for (const { words: pattern, chosen } of patterns) {
    q = q.replace(pattern, (all, ...match) => {
      const filter = chosen(match.at(-1), choices)
      if (filter) found.push(filter)
      return filter ? ' ' : all
    })
  }
  if (found.length === 0) return search
  const all = (group: 'size' | 'colour' | 'feature', before: string[] = []) =>
    [...new Set([...before, ...found.flatMap((filter) => filter[group] ?? [])])].sort()
  const features = all('feature', search.feature)
  return {
    ...search,
    ...Object.assign({}, ...found),
    q: q
      .replace(/[\s,;&+]+/g, ' ')
      .trim()
      .replace(loose, ''),
    size: all('size').length > 0 ? all('size') : search.size,
    colour: all('colour', search.colour),
    feature: garmentFeatures.map(({ id }) => id).filter((id) => features.includes(id)),
  }
}

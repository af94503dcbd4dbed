import { colourFamilies, garmentFeatures } from '../choices.ts'
import { choiceName } from './choice-name.ts'
import type { SearchIndex } from './search-index.ts'
import type { SearchParams } from './search-params.ts'

/** '12-14', '12 – 14' and 'UK size 12/14', and any size after the word: 'size M'. */
const sizeWords = /(?:\b(?:uk\s+)?sizes?\s+)?\b(\d{1,2}\s*[-–—/]\s*\d{1,2})\b|\bsizes?\s+([\p{L}\p{N}-]+)/giu
/** 'not lined' and 'non-opaque' want the contrary, which no filter finds. */
const contrary = String.raw`(\b(?:no|not|non|without)[\s-]+)?`
const colours = colourFamilies.map(({ id }) => (id === 'grey' ? 'gr[ea]y' : id)).filter((id) => id !== 'other')
const colourWords = new RegExp(
  `${contrary}(?:\\b(?:light|dark|pale|deep|bright)\\s+)?\\b(${colours.join('|')})\\b`,
  'gi',
)
/** What is left at either end when a filter's words are taken out: 'dress with pockets', 'black and white dress'. */
const joining = '(?:and|or|with|in|for|that|which|is|are|has|have|a)'
const loose = new RegExp(`^(?:${joining}\\s+)+|(?:(?:^|\\s+)${joining})+$`, 'gi')

/**
 * Moves words of the search that are choices of a filter to that filter, if products have them: sizes, which replace
 * its choices, colours ('green' finds Sage) and features ('lined').
 */
export function withWrittenFilters(search: SearchParams, index: SearchIndex): SearchParams {
  const sized = withWrittenSizes(search, index)
  const colour = new Set(sized.colour)
  const feature = new Set(sized.feature)
  let q = sized.q.replace(colourWords, (all, not: string | undefined, word: string) => {
    const id = word.toLowerCase() === 'gray' ? 'grey' : word.toLowerCase()
    if (not || !index.names.colour.has(id)) return all
    colour.add(id)
    return ' '
  })
  for (const { id, words } of garmentFeatures) {
    if (!index.garments.some((garment) => garment.feature.includes(id))) continue
    q = q.replace(new RegExp(`${contrary}\\b(?:${words})\\b`, 'gi'), (all, not: string | undefined) => {
      if (not) return all
      feature.add(id)
      return ' '
    })
  }
  if (q === sized.q) return sized
  return {
    ...sized,
    q: q
      .replace(/[\s,;&+]+/g, ' ')
      .trim()
      .replace(loose, ''),
    colour: [...colour].sort(),
    feature: garmentFeatures.map(({ id }) => id).filter((id) => feature.has(id)),
  }
}

function withWrittenSizes(search: SearchParams, { names }: Pick<SearchIndex, 'names'>): SearchParams {
  const found = new Set<string>()
  const q = search.q.replace(sizeWords, (all, range?: string, named?: string) => {
    const id = choiceName(range ?? named ?? '')
    if (!names.size.has(id)) return all
    found.add(id)
    return ' '
  })
  if (found.size === 0) return search
  return { ...search, q: q.replace(/\s+/g, ' ').trim(), size: [...found].sort() }
}

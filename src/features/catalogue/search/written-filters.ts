import { colourFamilies, garmentFeatures } from '../choices.ts'
import type { SearchIndex } from './search-index.ts'
import { choiceName, type SearchParams } from './search-params.ts'

/** 'not lined' and 'non-opaque' want the contrary, which no filter finds. */
const contrary = String.raw`(?<not>\b(?:no|not|non|without)[\s-]+)?`
const colours = colourFamilies.map(({ id }) => (id === 'grey' ? 'gr[ea]y' : id)).filter((id) => id !== 'other')

/** The words that are choices: `word`, or the id of all of them. */
const patterns: { group: 'size' | 'colour' | 'feature'; id?: string; words: RegExp }[] = [
  // '12-14', '12 – 14' and 'UK size 12/14', and any size after the word: 'size M'.
  { group: 'size', words: /(?:\b(?:uk\s+)?sizes?\s+)?\b(?<word>\d{1,2}\s*[-–—/]\s*\d{1,2})\b/giu },
  { group: 'size', words: /\bsizes?\s+(?<word>[\p{L}\p{N}-]+)/giu },
  {
    group: 'colour',
    words: new RegExp(
      `${contrary}(?:\\b(?:light|dark|pale|deep|bright)\\s+)?\\b(?<word>${colours.join('|')})\\b`,
      'gi',
    ),
  },
  ...garmentFeatures.map(({ id, words }) => ({
    ...{ group: 'feature' as const, id },
    words: new RegExp(`${contrary}\\b(?:${words})\\b`, 'gi'),
  })),
]

/** What is left at either end when a filter's words are taken out: 'dress with pockets', 'black and white dress'. */
const joining = '(?:and|or|with|in|for|that|which|is|are|has|have|a)'
const loose = new RegExp(`^(?:${joining}\\s+)+|(?:(?:^|\\s+)${joining})+$`, 'gi')

/**
 * Moves words of the search that are choices of a filter to that filter, if products have them: sizes, which replace
 * its choices, colours ('green' finds Sage) and features ('lined').
 */
export function withWrittenFilters(search: SearchParams, { choices }: Pick<SearchIndex, 'choices'>): SearchParams {
  const found: Record<'size' | 'colour' | 'feature', string[]> = { size: [], colour: [], feature: [] }
  let { q } = search
  for (const { group, id, words } of patterns) {
    q = q.replace(words, (all, ...match) => {
      const { not, word = '' }: { not?: string; word?: string } = match.at(-1)
      const chosen = id ?? choiceName(word).replace('gray', 'grey')
      if (not || !choices[group].some((choice) => choice.id === chosen)) return all
      found[group].push(chosen)
      return ' '
    })
  }
  if (q === search.q) return search
  const both = (group: 'colour' | 'feature') => new Set([...search[group], ...found[group]])
  const features = both('feature')
  return {
    ...search,
    q: q
      .replace(/[\s,;&+]+/g, ' ')
      .trim()
      .replace(loose, ''),
    size: found.size.length > 0 ? [...new Set(found.size)].sort() : search.size,
    colour: [...both('colour')].sort(),
    feature: garmentFeatures.map(({ id }) => id).filter((id) => features.has(id)),
  }
}

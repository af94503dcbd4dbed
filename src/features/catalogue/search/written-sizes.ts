import { choiceName } from './choice-name.ts'
import type { SearchIndex } from './search-index.ts'
import type { SearchParams } from './search-params.ts'

/** '12-14', '12 – 14' and 'UK size 12/14', and any size after the word: 'size M'. */
const written = /(?:\b(?:uk\s+)?sizes?\s+)?\b(\d{1,2}\s*[-–—/]\s*\d{1,2})\b|\bsizes?\s+([\p{L}\p{N}-]+)/giu

/** Moves sizes among the search words to the size filter, replacing its choices, if products have them. */
export function withWrittenSizes(search: SearchParams, { names }: Pick<SearchIndex, 'names'>): SearchParams {
  const size = new Set<string>()
  const q = search.q.replace(written, (all, range?: string, named?: string) => {
    const id = choiceName(range ?? named ?? '')
    if (!names.size.has(id)) return all
    size.add(id)
    return ' '
  })
  if (size.size === 0) return search
  return { ...search, q: q.replace(/\s+/g, ' ').trim(), size: [...size].sort() }
}

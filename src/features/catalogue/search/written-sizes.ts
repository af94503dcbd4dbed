import { choiceName } from './choice-name.ts'
import type { Shelf } from './shelf.ts'
import type { Wanted } from './wanted.ts'

/** '12-14', '12 – 14' and 'UK size 12/14', and, where the word stands before it, any size: 'size M'. */
const written = /(?:\b(?:uk\s+)?sizes?\s+)?\b(\d{1,2}\s*[-–—/]\s*\d{1,2})\b|\bsizes?\s+([\p{L}\p{N}-]+)/giu

/** A size that somebody wrote among the words is wanted as a size, in place of those chosen before; if garments have it. */
export function withWrittenSizes(wanted: Wanted, { names }: Pick<Shelf, 'names'>): Wanted {
  const size = new Set<string>()
  const q = wanted.q.replace(written, (all, range?: string, named?: string) => {
    const id = choiceName(range ?? named ?? '')
    if (!names.size.has(id)) return all
    size.add(id)
    return ' '
  })
  if (size.size === 0) return wanted
  return { ...wanted, q: q.replace(/\s+/g, ' ').trim(), size: [...size].sort() }
}

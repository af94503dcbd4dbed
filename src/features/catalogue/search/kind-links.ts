import { kinds } from '../kinds.ts'
import type { SearchIndex } from './search-index.ts'
import { type SearchParams, shopPath } from './search-params.ts'

/** A link to the garments of one kind, or to all of them. */
export type KindLink = { name: string; to: string; isCurrent: boolean }

/** The links to each kind that the shop has, with the same filters; none if all garments are of one kind. */
export function listKindLinks(search: SearchParams, index: Pick<SearchIndex, 'kinds'>): KindLink[] {
  if (index.kinds.length < 2) return []
  const shown = kinds.filter(({ id }) => index.kinds.includes(id))
  return [{ id: null, plural: 'All' }, ...shown].map(({ id, plural }) => ({
    name: plural,
    to: shopPath({ ...search, kind: id, page: 1 }),
    isCurrent: search.kind === id,
  }))
}

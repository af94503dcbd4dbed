import { cutCharacters } from '#platform/text/kept-text.ts'

/** The parts of the product list. */
export const parts = [
  { id: 'all', name: 'All' },
  { id: 'active', name: 'Active' },
  { id: 'inactive', name: 'Inactive' },
  { id: 'pre-order', name: 'On pre-order' },
  { id: 'archived', name: 'Archived' },
] as const

export type Part = (typeof parts)[number]['id']

/** The filter in the URL: a part of the product list, and text in their names or slugs. */
export type ProductFilter = { part: Part; q: string }

/** Reads the filter from the query; an unknown part means all. */
export function readProductFilter(query: URLSearchParams): ProductFilter {
  const part = parts.find(({ id }) => id === query.get('show'))?.id ?? 'all'
  return { part, q: cutCharacters(query.get('q')?.trim() ?? '', 120) }
}

/** The URL of a part, with the search text. */
export function productsUrl({ part, q }: ProductFilter): string {
  const query = new URLSearchParams({ tab: 'products' })
  if (part !== 'all') query.set('show', part)
  if (q) query.set('q', q)
  return `/admin?${query}`
}

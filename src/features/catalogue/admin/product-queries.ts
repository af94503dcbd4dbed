import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchShopTime } from '#admin/shop-now.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { call, dataOf, RequestError, read, toRequestError } from '#platform/client/functions.ts'
import { cutCharacters } from '#platform/text/kept-text.ts'
import type { Notice } from '#ui/toast-region.tsx'
import type { ProductRow } from '../product.schema.ts'
import { parseProduct } from '../product.ts'
import { deleteProduct, productsKey } from './product-api.ts'
import type { ArchivedProduct } from './products.contract.ts'

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

export type Page<Row> = { rows: Row[]; total: number }

/** The products of a filter, oldest first, 60 more for each `fetchNextPage`. Also reads the shop's clock. */
export function useProducts({ part, q }: ProductFilter) {
  const listed = part === 'archived' ? 'all' : part
  return useInfiniteQuery({
    queryKey: [...productsKey, 'list', part, q],
    initialPageParam: 0,
    queryFn: async ({ pageParam }) => {
      const query = { part: listed, q, from: String(pageParam) }
      const [page] = await Promise.all([read('listed-products', query), fetchShopTime()])
      return page
    },
    getNextPageParam: nextPage,
    select: joinPages<ProductRow>,
  })
}

/** The deleted products whose name or slug contains `q`, latest deletion first, page by page. */
export function useArchive(q: string) {
  return useInfiniteQuery({
    queryKey: [...productsKey, 'archive', q],
    initialPageParam: 0,
    queryFn: ({ pageParam }) => read('archived-products', { q, from: String(pageParam) }),
    getNextPageParam: nextPage,
    select: joinPages<ArchivedProduct>,
  })
}

/** One product, active or not, for its preview; null if there is none. */
export function useProduct(id: string) {
  return useQuery({
    queryKey: [...productsKey, 'one', id],
    queryFn: async () => {
      if (!uuid.test(id)) return null
      const found = (await loadBackend()).from('products').select('*').eq('id', id).maybeSingle()
      const [row] = await Promise.all([found.then(dataOf), fetchShopTime()])
      return row && parseProduct(row)
    },
  })
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Deletes a product; returns the message if that failed. */
export function useDeleteProduct() {
  return useProductMutation(deleteProduct)
}

/** Restores a product from the archive. */
export function useRestoreProduct() {
  return useProductMutation(restoreProduct)
}

/** Reads all lists again after each change, also after a failed one: another administrator may have changed them. */
function useProductMutation<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const reload = useReloadProducts()
  return useMutation({ mutationFn, onSettled: () => void reload() })
}

/** Reads all product lists again; resolves when the visible ones are read. */
export function useReloadProducts(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: productsKey })
}

/** Why a list could not be read, in one or two sentences. */
export function readProblem(error: Error): string {
  return error instanceof RequestError && !error.isUnreachable ? error.message : 'We couldn’t reach the shop.'
}

function nextPage<Row>({ rows, total }: Page<Row>, pages: Page<Row>[]): number | undefined {
  const known = pages.reduce((sum, page) => sum + page.rows.length, 0)
  return rows.length > 0 && known < total ? known : undefined
}

function joinPages<Row extends { id: string }>({ pages }: InfiniteData<Page<Row>>): Page<Row> {
  // A row moves to the next page when another is added before it, so it can appear on both.
  const byId = new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row]))
  return { rows: [...byId.values()], total: pages.at(-1)?.total ?? 0 }
}

/** The result of restoring a product. `freeSlug`: its slug is taken, and this one is free. */
export type RestoreOutcome =
  | { kind: 'restored'; lostPictures: number }
  | { kind: 'slug_taken'; freeSlug: string; words: string }
  | { kind: 'failed'; words: string }

/** Restores a deleted product with this slug. Browser only. */
async function restoreProduct(input: { id: string; slug: string }): Promise<RestoreOutcome> {
  try {
    const { lost_pictures } = await call('restore-product', input)
    return { kind: 'restored', lostPictures: lost_pictures }
  } catch (error) {
    const { code, details, message } = toRequestError(error)
    if (code === 'already_exists' && details && typeof details === 'object' && 'free_slug' in details) {
      return { kind: 'slug_taken', freeSlug: String(details.free_slug), words: message }
    }
    return { kind: 'failed', words: message }
  }
}

/** The notice about a restored product, or about the failure. */
export function restoreNotice(name: string, outcome: RestoreOutcome): Notice {
  const about = 'products'
  if (outcome.kind === 'slug_taken') {
    const description = `${outcome.words} Restore it from the Archived list with another address.`
    return { title: 'Not restored', description, tone: 'error', about }
  }
  if (outcome.kind === 'failed') return { title: 'Not restored', description: outcome.words, tone: 'error', about }
  const description = `${name} is back as an inactive product. Make it active when you are ready.`
  return { title: 'Restored', description: `${description}${lostWords(outcome.lostPictures)}`, tone: 'success', about }
}

function lostWords(pictures: number): string {
  if (pictures === 0) return ''
  return pictures === 1
    ? ' One of its pictures is missing; please add it again.'
    : ` ${pictures} of its pictures are missing; please add them again.`
}

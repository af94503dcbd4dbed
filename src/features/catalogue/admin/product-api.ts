import { skipToken, useQuery } from '@tanstack/react-query'
import { loadBackend } from '#platform/client/backend-client.ts'
import { failedConstraint, read, signedOutMessage } from '#platform/client/functions.ts'
import type { GetResponse } from '#platform/http/contract.ts'
import { columnOf, type FieldName, formFields, type ProductColumns, type ProductRow } from '../product.schema.ts'
import { sizeName } from '../sizes/size.ts'
import { freeSlug } from '../slug.ts'
import { isSavedAs } from './product-draft.ts'
import type { PreorderPieces } from './products.contract.ts'

const timeoutMs = 40_000

/**
 * The result of a save. `stale`: another administrator changed the product since it was read (`row`), or deleted it
 * (null).
 */
export type SaveResult =
  | { kind: 'saved'; row: ProductRow }
  | { kind: 'refused'; problem: SaveProblem; freeSlug?: string }
  | { kind: 'stale'; row: ProductRow | null }

/**
 * Adds a product. `mayBeThere`: an earlier attempt got no response, so an equal product is the result of that attempt.
 */
export async function addProduct(columns: ProductColumns, mayBeThere: boolean): Promise<SaveResult> {
  return orLost(async () => {
    const products = (await loadBackend()).from('products')
    const { data, error } = await products
      .insert([columns])
      .select('*')
      .abortSignal(AbortSignal.timeout(timeoutMs))
      .single<ProductRow>()
    if (!error) return { kind: 'saved', row: data }
    if (error.code === uniqueViolation && mayBeThere) {
      const found = await findRow('slug', columns.slug)
      if (found && isSavedAs(found, { ...columns, preorder_end_date: found.preorder_end_date }))
        return { kind: 'saved', row: found }
    }
    return refused(error, columns.slug)
  })
}

/** Changes a product if it still has the version that was read. */
export async function changeProduct(
  { id, version }: Pick<ProductRow, 'id' | 'version'>,
  columns: ProductColumns,
): Promise<SaveResult> {
  return orLost(async () => {
    const products = (await loadBackend()).from('products')
    const { data, error } = await products
      .update(columns)
      .eq('id', id)
      .eq('version', version)
      .select('*')
      .abortSignal(AbortSignal.timeout(timeoutMs))
      .maybeSingle<ProductRow>()
    if (error) return refused(error, columns.slug)
    if (data) return { kind: 'saved', row: data }
    const row = await findRow('id', id)
    // The response of an earlier attempt was lost: the row already has these values.
    return row && isSavedAs(row, columns) ? { kind: 'saved', row } : { kind: 'stale', row }
  })
}

/** Deletes a product; returns the message if that failed. An already deleted product counts as deleted. */
export async function deleteProduct(id: string): Promise<string | null> {
  try {
    const products = (await loadBackend()).from('products')
    const { error } = await products.delete().eq('id', id).abortSignal(AbortSignal.timeout(timeoutMs))
    return error ? deleteProblem(error) : null
  } catch {
    return deleteProblem({ message: '' })
  }
}

/** The present row of a product; null if there is none. Throws if it cannot be read. */
async function findRow(column: 'id' | 'slug', value: string): Promise<ProductRow | null> {
  const products = (await loadBackend()).from('products')
  const { data, error } = await products.select('*').eq(column, value).maybeSingle<ProductRow>()
  if (error) throw error
  return data
}

/** A product, active or not; null where there is none, or it cannot be read. */
export async function findProduct(id: string): Promise<ProductRow | null> {
  return findRow('id', id).catch(() => null)
}

async function refused(error: Refused, slug: string): Promise<SaveResult> {
  const problem = saveProblem(error)
  if (error.code !== uniqueViolation) return { kind: 'refused', problem }
  const products = (await loadBackend()).from('products')
  const { data } = await products.select('slug').like('slug', `${slug.slice(0, 70)}%`)
  return { kind: 'refused', problem, freeSlug: freeSlug(slug, data?.map((row) => row.slug as string) ?? []) }
}

/** Exceptions of supabase-js, also when its code could not be loaded, count as a lost connection. */
async function orLost(work: () => Promise<SaveResult>): Promise<SaveResult> {
  try {
    return await work()
  } catch {
    return { kind: 'refused', problem: saveProblem({ message: '' }) }
  }
}

/** The error body of /rest/v1. */
type Refused = { code?: string; message: string; details?: string | null }

/** Why a product was not saved: the field, if any, and the message; `isLost`: no response came. */
export type SaveProblem = { field?: FieldName; words: string; isLost?: boolean }

/** PostgreSQL's unique_violation. */
const uniqueViolation = '23505'

/** The field and the message for a failed check constraint. */
function refusedField(constraint: string): SaveProblem | undefined {
  for (const field of Object.keys(formFields) as FieldName[]) {
    const refusals: Record<string, string> = formFields[field].refusals
    const words =
      refusals[constraint] ?? (constraint === `products_${columnOf(field)}_check` ? refusals[''] : undefined)
    if (words) return { field, words }
  }
}

/** The problem of a refused save: at its field, otherwise with the server's message or the general one. */
export function saveProblem({ code, message, details }: Refused): SaveProblem {
  if (!code) return lostSave
  if (isSignedOut(code)) return { words: signedOutMessage }
  if (code === uniqueViolation) return { field: 'slug', words: 'Another product already uses this address.' }
  if (code === '23514') {
    const constraint = failedConstraint(message)
    // The checks of the pictures are a trigger and have no constraint.
    if (constraint === null) return { field: 'pictures', words: message }
    const known = refusedField(constraint)
    if (known) return known
  }
  // PostgreSQL rejects a number too large for its column before any check: a price with its limit in the details, or
  // a count.
  if (code === '22003') return details ? priceTooLarge : { words: message }
  return { words: message || 'Failed to save product' }
}

/** The message for a failed delete: the server's, or the general one. */
export function deleteProblem({ code, message }: Refused): string {
  if (!code) return 'Failed to delete product. We couldn’t reach the shop; please try again.'
  return message || 'Failed to delete product'
}

// Without a response supabase-js returns no code and the browser's own message, 'TypeError: Failed to fetch'.
export const lostSave: SaveProblem = {
  words: 'Failed to save product. We couldn’t reach the shop; your text is still here.',
  isLost: true,
}

/** The codes of /rest/v1 for an expired or invalid token. */
function isSignedOut(code: string): boolean {
  return code === 'PGRST301' || code === 'PGRST303'
}

const priceTooLarge: SaveProblem = { field: 'price', words: formFields.price.refusals[''] ?? '' }

/** The query key prefix of all product data: a change invalidates all of it. */
export const productsKey = ['products'] as const

const nobody: ReadonlyMap<string, WaitlistCount[]> = new Map()

/** The number of waiting customers by product id; empty if the counts could not be read. */
export function useWaitlistCounts(): ReadonlyMap<string, WaitlistCount[]> {
  const { data } = useQuery({
    queryKey: [...productsKey, 'waiting'],
    queryFn: () => read('waiting-counts'),
    select: groupByProduct,
  })
  return data ?? nobody
}

function groupByProduct(counts: WaitlistCount[]) {
  return Map.groupBy(counts, ({ product_id }) => product_id)
}

/** The pieces of a product; null for a new product and if they could not be read. */
export function usePreorderPieces(productId: string | undefined): PreorderPieces | null {
  const { data } = useQuery({
    queryKey: [...productsKey, 'pieces', productId],
    queryFn: productId === undefined ? skipToken : () => read('preorder-units', { product_id: productId }),
  })
  return data ?? null
}

export type WaitlistCount = GetResponse<'waiting-counts'>[number]

/** 'One customer is waiting', '4 are waiting'; empty for none. */
export function howManyWait(counts: readonly WaitlistCount[]): string {
  const all = counts.reduce((sum, { waiting }) => sum + waiting, 0)
  if (all === 0) return ''
  return all === 1 ? 'One customer is waiting' : `${all} customers are waiting`
}

/** '10-12 (2), 8-10, any size (3)': in the product's order, then removed sizes. */
export function inWhichSizes(counts: readonly WaitlistCount[], sizes: readonly string[]): string {
  const place = ({ size }: WaitlistCount) => {
    if (size === null) return sizes.length + 1
    const found = sizes.indexOf(size)
    return found < 0 ? sizes.length : found
  }
  return [...counts]
    .sort((a, b) => place(a) - place(b))
    .map(({ size, waiting }) => `${size === null ? 'any size' : sizeName(size)}${waiting > 1 ? ` (${waiting})` : ''}`)
    .join(', ')
}

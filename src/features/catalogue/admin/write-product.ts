import { loadBackend } from '#platform/client/backend-client.ts'
import { signedOutMessage } from '#platform/client/request-error.ts'
import { columnOf, type FieldName, formFields, type ProductColumns, type ProductRow } from '../product.schema.ts'
import { freeSlug } from '../slug.ts'
import { isSavedAs } from './product-draft.ts'

const patienceMs = 40_000

/** What became of a save. `stale`: somebody else has changed it since it was read (`row`), or deleted it (null). */
export type Written =
  | { kind: 'saved' }
  | { kind: 'refused'; problem: SaveProblem; freeSlug?: string }
  | { kind: 'stale'; row: ProductRow | null }

/** Adds a garment. `mayBeThere`: an earlier try was never answered, so that one with all of this is that try's. */
export async function addProduct(columns: ProductColumns, mayBeThere: boolean): Promise<Written> {
  return orLost(async () => {
    const products = (await loadBackend()).from('products')
    const { error } = await products.insert([columns]).abortSignal(AbortSignal.timeout(patienceMs))
    if (!error) return { kind: 'saved' }
    if (error.code === taken && mayBeThere) {
      const found = await findRow('slug', columns.slug)
      if (found && isSavedAs(found, { ...columns, preorder_end_date: found.preorder_end_date }))
        return { kind: 'saved' }
    }
    return refused(error, columns.slug)
  })
}

/** Changes a garment as it was read: a row that has another version by now stays as it is. */
export async function changeProduct(
  { id, version }: Pick<ProductRow, 'id' | 'version'>,
  columns: ProductColumns,
): Promise<Written> {
  return orLost(async () => {
    const products = (await loadBackend()).from('products')
    const { data, error } = await products
      .update(columns)
      .eq('id', id)
      .eq('version', version)
      .select('id')
      .abortSignal(AbortSignal.timeout(patienceMs))
    if (error) return refused(error, columns.slug)
    if (data.length > 0) return { kind: 'saved' }
    const row = await findRow('id', id)
    // A save whose answer was lost is no one else's: what stands there is what she wants.
    return row && isSavedAs(row, columns) ? { kind: 'saved' } : { kind: 'stale', row }
  })
}

/** Deletes a garment; one that is gone already is what was wanted. */
export async function deleteProduct(id: string): Promise<string | null> {
  try {
    const products = (await loadBackend()).from('products')
    const { error } = await products.delete().eq('id', id).abortSignal(AbortSignal.timeout(patienceMs))
    return error ? deleteProblem(error) : null
  } catch {
    return deleteProblem({ message: '' })
  }
}

/** The garment that has this slug, as it is now; null where it cannot be read. */
export async function findProduct(slug: string): Promise<ProductRow | null> {
  return findRow('slug', slug).catch(() => null)
}

/** A garment as it is now; null where there is none. Throws where it cannot be read. */
export async function findRow(column: 'id' | 'slug', value: string): Promise<ProductRow | null> {
  const products = (await loadBackend()).from('products')
  const { data, error } = await products.select('*').eq(column, value).maybeSingle<ProductRow>()
  if (error) throw error
  return data
}

async function refused(error: Refused, slug: string): Promise<Written> {
  const problem = saveProblem(error)
  if (error.code !== taken) return { kind: 'refused', problem }
  const products = (await loadBackend()).from('products')
  const { data } = await products.select('slug').like('slug', `${slug.slice(0, 70)}%`)
  return { kind: 'refused', problem, freeSlug: freeSlug(slug, data?.map((row) => row.slug as string) ?? []) }
}

/** What supabase-js throws, as where its own code could not be fetched, is a lost connection too. */
async function orLost(work: () => Promise<Written>): Promise<Written> {
  try {
    return await work()
  } catch {
    return { kind: 'refused', problem: saveProblem({ message: '' }) }
  }
}

/** What the data surface says when it refuses. */
type Refused = { code?: string; message: string; details?: string | null }

/** Why a garment was not saved: at which field, if it is one's, and in words; `isLost`: no answer came. */
export type SaveProblem = { field?: FieldName; words: string; isLost?: boolean }

export const taken = '23505'

/** The field and its message for a check of the table that failed, by the constraint's name. */
function refusedField(constraint: string | undefined): SaveProblem | undefined {
  if (!constraint) return
  for (const field of Object.keys(formFields) as FieldName[]) {
    const refusals: Record<string, string> = formFields[field].refusals
    const words =
      refusals[constraint] ?? (constraint === `products_${columnOf(field)}_check` ? refusals[''] : undefined)
    if (words) return { field, words }
  }
}

/** The message for a garment that was not saved: at the field it concerns, else the server's own or the general one. */
export function saveProblem({ code, message }: Refused): SaveProblem {
  if (!code) return lostSave
  if (isSignedOut(code)) return { words: signedOutMessage }
  if (code === taken) return { field: 'slug', words: 'Another product has this address.' }
  const known = code === '23514' ? refusedField(/constraint "([^"]+)"/.exec(message)?.[1]) : undefined
  if (known) return known
  if (code === '23514' && /picture/i.test(message)) return { field: 'pictures', words: message }
  // The only figure a person types that can be too large for its column before a check sees it.
  if (code === '22003') return /integer/.test(message) ? { words: message } : priceTooLarge
  return { words: message || 'Failed to save product' }
}

/** The message for a garment that was not deleted: the server's own, or the general one. */
export function deleteProblem({ code, message }: Refused): string {
  if (!code) return 'Failed to delete product. The shop could not be reached; please try again.'
  return message || 'Failed to delete product'
}

// Without a response supabase-js gives no code and the browser's own message, 'TypeError: Failed to fetch'.
export const lostSave: SaveProblem = {
  words: 'Failed to save product. The shop could not be reached; what you wrote is kept.',
  isLost: true,
}

/** The data surface's codes for a token that it does not believe any more. */
function isSignedOut(code: string): boolean {
  return code === 'PGRST301' || code === 'PGRST303'
}

const priceTooLarge: SaveProblem = { field: 'price', words: formFields.price.refusals[''] ?? '' }

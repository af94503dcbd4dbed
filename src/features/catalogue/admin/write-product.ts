import { loadBackend } from '#platform/client/backend-client.ts'
import type { ProductColumns, ProductRow } from '../product.schema.ts'
import { freeSlug } from '../slug.ts'
import { isSavedAs } from './product-draft.ts'
import { deleteProblem, type Refused, type SaveProblem, saveProblem, taken } from './save-problem.ts'

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

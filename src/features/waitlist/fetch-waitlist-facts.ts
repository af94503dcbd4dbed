import type { SupabaseClient } from '@supabase/supabase-js'
import type { Product } from '#features/catalogue/product.ts'
import { getFrom } from '#platform/client/endpoints.ts'
import { memoizePerClient } from '#platform/pages/memoize-per-client.ts'
import type { AbsentGarmentFacts, WaitlistFacts } from './waitlist.contract.ts'

/**
 * Which of these products, by id, have all units of their limit sold; whether the pre-order is still live is not
 * checked. One request for all of them, cached with the pages until it changes.
 */
export async function readFullPreorders(
  backend: SupabaseClient,
  products: readonly Pick<Product, 'id' | 'preorderLimit'>[],
): Promise<ReadonlySet<string>> {
  const limited = new Set(products.filter(({ preorderLimit }) => preorderLimit !== null).map(({ id }) => id))
  if (limited.size === 0) return limited
  const { full } = await askWaitingFacts(backend)
  return new Set(full.filter((id) => limited.has(id)))
}

/** The inactive product that was public under this slug; null for any other slug. */
export async function findAbsent(backend: SupabaseClient, slug: string): Promise<AbsentGarmentFacts | null> {
  const { absent } = await askWaitingFacts(backend)
  return absent.find((garment) => garment.slug === slug) ?? null
}

function askWaitingFacts(backend: SupabaseClient): Promise<WaitlistFacts> {
  return memoizePerClient(backend, 'waiting facts', async () => {
    const { data, error } = await getFrom(backend, 'waiting-facts')
    if (error) throw new Error('Who waits for what could not be asked', { cause: error })
    return data
  })
}

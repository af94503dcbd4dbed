import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import type { Product } from '#features/catalogue/product.ts'
import { memoizePerClient } from '#platform/pages/memoize-per-client.ts'

const Absent = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  sizes: z.array(z.string()),
  colour: z.string().nullable(),
  picture: z
    .object({ url: z.string(), alt: z.string(), width: z.number(), height: z.number(), blur: z.string().nullable() })
    .nullable(),
})
const Facts = z.object({ full: z.array(z.string()), absent: z.array(Absent) })

/** An inactive product that was public. */
export type AbsentGarmentFacts = z.output<typeof Absent>
/** The data for pages: the ids of sold-out products, and the inactive products. */
export type WaitlistFacts = z.output<typeof Facts>

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
    const { data, error } = await backend.functions.invoke('waiting-facts', { method: 'GET' })
    if (error) throw new Error('Who waits for what could not be asked', { cause: error })
    return Facts.parse(data)
  })
}

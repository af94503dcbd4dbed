import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import type { Product } from '#features/catalogue/product.ts'
import { keptWith } from '#platform/pages/kept-with.ts'

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

/** A garment that was public and is not made at the moment. */
export type AbsentGarmentFacts = z.output<typeof Absent>
/** What pages are told: the ids of garments whose limits are reached, and the absent ones. */
export type WaitingFacts = z.output<typeof Facts>

/**
 * Which of these garments, by id, have every unit of their pre-order's limit taken just now; whether the pre-order is still
 * live is not asked. One question for all of them, kept with the pages, and asked anew once that changes.
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

/** The garment that used to be at this address and is not made at the moment; null for any other address. */
export async function findAbsent(backend: SupabaseClient, slug: string): Promise<AbsentGarmentFacts | null> {
  const { absent } = await askWaitingFacts(backend)
  return absent.find((garment) => garment.slug === slug) ?? null
}

function askWaitingFacts(backend: SupabaseClient): Promise<WaitingFacts> {
  return keptWith(backend, 'waiting facts', async () => {
    const { data, error } = await backend.functions.invoke('waiting-facts', { method: 'GET' })
    if (error) throw new Error('Who waits for what could not be asked', { cause: error })
    return Facts.parse(data)
  })
}

import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { withKinds } from '#features/catalogue/product.schema.ts'
import { memoizePerClient } from '#platform/pages/memoize-per-client.ts'

/** A public product: its slug, its kinds, the last change of its page, and its photographs. */
export type PublicProduct = { slug: string; kinds?: readonly string[]; changedAt: string; pictures: string[] }

const Row = z.object({
  slug: z.string(),
  kind: z.string().nullish().default(null),
  kinds: z.array(z.string()).default([]),
  updated_at: z.string(),
  pictures: z
    .array(z.object({ url: z.string() }))
    .nullish()
    .default([]),
})

/** The row limit of one response of /rest/v1. */
const batch = 1_000
/** The limit of the feed's and sitemap's products. */
const maxRows = 250_000

/** Every public product, in the order of their slugs. */
export function listPublicProducts(backend: SupabaseClient): Promise<readonly PublicProduct[]> {
  return memoizePerClient(backend, 'garments on show', async () => {
    const garments: PublicProduct[] = []
    while (garments.length < maxRows) {
      const rows = await readBatch(backend, garments.at(-1)?.slug ?? '')
      garments.push(...rows)
      if (rows.length < batch) break
    }
    return garments
  })
}

async function readBatch(backend: SupabaseClient, after: string): Promise<PublicProduct[]> {
  const { data, error } = await backend
    .from('products')
    .select('slug,kind,kinds,updated_at,pictures')
    .eq('active', true)
    .gt('slug', after)
    .order('slug', { ascending: true })
    .limit(batch)
  if (error) throw new Error('The garments could not be read', { cause: error })
  return z
    .array(Row)
    .parse(data)
    .map(withKinds)
    .map(({ slug, kinds, updated_at, pictures }) => ({
      slug,
      kinds,
      changedAt: updated_at,
      pictures: (pictures ?? []).map(({ url }) => url),
    }))
}

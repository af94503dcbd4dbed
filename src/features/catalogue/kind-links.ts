import type { SupabaseClient } from '@supabase/supabase-js'
import { memoizePerClient } from '#platform/pages/memoize-per-client.ts'
import { type Kind, kinds } from './kinds.ts'

/**
 * Links to the kinds that the shop has garments of; none if all are of one kind. What it reads changes with the kinds
 * alone, so a new garment leaves other pages in the cache.
 */
export function listKindLinks(backend: SupabaseClient): Promise<{ name: string; to: string }[]> {
  return memoizePerClient(backend, 'kinds', async () => {
    const held = await Promise.all(kinds.map(async (kind) => ((await hasGarment(backend, kind.id)) ? [kind] : [])))
    const links = held.flat().map(({ plural, slug }) => ({ name: plural, to: `/shop?kind=${slug}` }))
    return links.length > 1 ? links : []
  })
}

async function hasGarment(backend: SupabaseClient, kind: Kind): Promise<boolean> {
  const { data, error } = await backend.from('products').select('kind').eq('active', true).eq('kind', kind).limit(1)
  if (error) throw new Error('The kinds could not be read', { cause: error })
  return data.length > 0
}

import type { SupabaseClient } from '@supabase/supabase-js'
import { getFrom } from '#platform/client/endpoints.ts'
import { memoizePerClient } from '#platform/pages/memoize-per-client.ts'

/**
 * The current slug of the product that had this slug before; null where no product had it. Call it only where no
 * product has the slug now, because a current slug has priority. All rows are read at once and cached, so invented
 * slugs cause no queries.
 */
export async function findMoved(backend: SupabaseClient, slug: string): Promise<string | null> {
  const moved = await memoizePerClient(backend, 'moved slugs', () => readMoved(backend))
  return moved.get(slug) ?? null
}

async function readMoved(backend: SupabaseClient): Promise<ReadonlyMap<string, string>> {
  const { data, error } = await getFrom(backend, 'moved-slugs')
  if (error) throw new Error('The addresses of garments that moved could not be read', { cause: error })
  return new Map(Object.entries(data.moved))
}

import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { memoizePerClient } from '#platform/pages/memoize-per-client.ts'

const Answer = z.object({ moved: z.record(z.string(), z.string()) })

/**
 * The current address of the product that once had this address; null if no product has left it. Call it when no
 * product has the address: a current one has priority. All rows are read at once and cached, so invented addresses cost
 * nothing.
 */
export async function findMoved(backend: SupabaseClient, slug: string): Promise<string | null> {
  const moved = await memoizePerClient(backend, 'moved slugs', () => readMoved(backend))
  return moved.get(slug) ?? null
}

async function readMoved(backend: SupabaseClient): Promise<ReadonlyMap<string, string>> {
  const { data, error } = await backend.functions.invoke('moved-slugs', { method: 'GET' })
  if (error) throw new Error('The addresses of garments that moved could not be read', { cause: error })
  return new Map(Object.entries(Answer.parse(data).moved))
}

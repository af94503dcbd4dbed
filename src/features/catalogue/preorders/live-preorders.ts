import type { SupabaseClient } from '@supabase/supabase-js'
import { dayMs } from '#base/day-ms.ts'
import { type Product, parseProduct } from '#features/catalogue/product.ts'
import { memoizePerClient } from '#platform/pages/memoize-per-client.ts'
import type { PageNotes } from '#platform/pages/page-context.ts'
import { daysLeft, isPreorderLive } from './preorder.ts'

/** The active garments that can be pre-ordered now, soonest end first. */
export async function listLivePreorders(backend: SupabaseClient, now: Date): Promise<Product[]> {
  // The query does not depend on the time, so its result is cached until the garments change.
  const preorders = await memoizePerClient(backend, 'pre-orders', () => readPreorders(backend))
  return preorders.filter((product) => isPreorderLive(product, now))
}

export type PreorderNotice = Pick<Product, 'id' | 'name' | 'isPreorder' | 'preorderEndsAt' | 'preorderLimit'>

/**
 * What every page says about the garments that can be pre-ordered now, soonest end first. Apart from the texts of those
 * garments, so that a new text leaves all other pages in the cache.
 */
export async function listPreorderNotices(backend: SupabaseClient, now: Date): Promise<PreorderNotice[]> {
  const notices = await memoizePerClient(backend, 'pre-order notices', () => readNotices(backend))
  return notices.filter((notice) => isPreorderLive(notice, now))
}

async function readNotices(backend: SupabaseClient): Promise<readonly PreorderNotice[]> {
  const { data, error } = await backend
    .from('products')
    .select('id,name,preorder_end_date,preorder_limit')
    .eq('active', true)
    .eq('is_preorder', true)
    .order('preorder_end_date', { ascending: true })
  if (error) throw new Error('The pre-orders could not be read', { cause: error })
  return data.map(({ id, name, preorder_end_date: preorderEndsAt, preorder_limit: preorderLimit }) => {
    return { id, name, isPreorder: true, preorderEndsAt, preorderLimit }
  })
}

async function readPreorders(backend: SupabaseClient): Promise<readonly Product[]> {
  const { data, error } = await backend
    .from('products')
    .select('*')
    .eq('active', true)
    .eq('is_preorder', true)
    .order('preorder_end_date', { ascending: true })
  if (error) throw new Error('The pre-orders could not be read', { cause: error })
  return data.map(parseProduct)
}

/**
 * Records how long a page with these garments is valid: until the remaining days of a pre-order change, at most until
 * its end.
 */
export function noteValidity(
  notes: Pick<PageNotes, 'validUntil'>,
  now: Date,
  shown: readonly Pick<Product, 'isPreorder' | 'preorderEndsAt'>[],
): void {
  for (const { preorderEndsAt, isPreorder } of shown) {
    if (!preorderEndsAt || !isPreorderLive({ isPreorder, preorderEndsAt }, now)) continue
    const nextChange = new Date(preorderEndsAt).getTime() - (daysLeft(preorderEndsAt, now) - 1) * dayMs
    notes.validUntil(new Date(nextChange))
  }
}

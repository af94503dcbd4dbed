import type { SupabaseClient } from '@supabase/supabase-js'
import type { ShopKind } from '#features/settings/kinds.ts'
import { getFrom } from '#platform/client/endpoints.ts'
import { memoizePerClient } from '#platform/pages/memoize-per-client.ts'

/** Links to the kinds that the shop has garments of, in the owner's order; none if all are of one kind. */
export async function listKindLinks(
  backend: SupabaseClient,
  kinds: readonly ShopKind[],
): Promise<{ name: string; to: string }[]> {
  const shown = await memoizePerClient(backend, 'kinds', async () => {
    const { data, error } = await getFrom(backend, 'shown-kinds')
    if (error) throw new Error('The kinds could not be read', { cause: error })
    return data.kinds
  })
  const links = kinds
    .filter(({ id }) => shown.includes(id))
    .map(({ plural, slug }) => ({ name: plural, to: `/shop?kind=${slug}` }))
  return links.length > 1 ? links : []
}

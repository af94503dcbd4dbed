import type { SupabaseClient } from '@supabase/supabase-js'
import { pence } from '#base/money.ts'
import type { SignInSettings } from '#features/accounts/account-rules.ts'
import { summariseNow } from '#features/catalogue/preorders/describe-preorder.ts'
import type { Product } from '#features/catalogue/product.ts'
import { listRelated } from '#features/catalogue/related.ts'
import { getFrom } from '#platform/client/endpoints.ts'
import { memoizePerClient } from '#platform/pages/memoize-per-client.ts'
import type { AbsentGarmentProps } from './absent-garment-view.tsx'
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
async function findAbsent(backend: SupabaseClient, slug: string): Promise<AbsentGarmentFacts | null> {
  const { absent } = await askWaitingFacts(backend)
  return absent.find((garment) => garment.slug === slug) ?? null
}

function askWaitingFacts(backend: SupabaseClient): Promise<WaitlistFacts> {
  return memoizePerClient(backend, 'waiting facts', async () => {
    const { data, error } = await getFrom(backend, 'waiting-facts')
    if (error) throw new Error('The waiting lists could not be read', { cause: error })
    return data
  })
}

type Options = {
  slug: string
  /** The products on sale. */
  others: readonly Product[]
  now: Date
  captcha: SignInSettings['captcha']
}

/** The data of `AbsentGarmentView` for the slug of an inactive product that was public; null for any other slug. */
export async function findAbsentPage(
  backend: SupabaseClient,
  { slug: address, others, now, captcha }: Options,
): Promise<AbsentGarmentProps | null> {
  const absent = await findAbsent(backend, address)
  if (!absent) return null
  const { id, name, slug, sizes, colour, picture } = absent
  // Unpublished fields cannot be compared: the kind in its name and the colour can.
  const unknown = { kind: null, fabric: null, measures: null, length: null, pricePence: pence(0) }
  const instead = listRelated({ ...absent, ...unknown }, others)
  const full = await readFullPreorders(backend, instead)
  return {
    garment: { id, name, slug, sizes, colour, picture },
    instead: instead.map((other) => summariseNow(other, now, full)),
    captcha,
  }
}

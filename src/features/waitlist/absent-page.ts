import type { SupabaseClient } from '@supabase/supabase-js'
import { pence } from '#base/money.ts'
import type { SignInSettings } from '#features/accounts/account-rules.ts'
import { summariseNow } from '#features/catalogue/preorders/describe-preorder.ts'
import type { Product } from '#features/catalogue/product.ts'
import { listRelated } from '#features/catalogue/related.ts'
import type { AbsentGarmentProps } from './absent-garment-view.tsx'
import { findAbsent, readFullPreorders } from './fetch-waitlist-facts.ts'

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
  // Unpublished fields cannot be compared: category and colour can.
  const instead = listRelated({ ...absent, description: '', fabric: null, pricePence: pence(0) }, others, 'instead')
  const full = await readFullPreorders(backend, instead)
  return {
    garment: { id, name, slug, sizes, colour, picture },
    instead: instead.map((other) => summariseNow(other, now, full)),
    captcha,
  }
}

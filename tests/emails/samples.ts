import type { Email } from '#platform/email/email.ts'
import { accountSamples } from './account-samples.ts'
import { orderSamples } from './order-samples.ts'
import { otherSamples } from './other-samples.ts'
import { ownerSamples } from './owner-samples.ts'
import { returnSamples } from './return-samples.ts'
import { reviewSamples } from './review-samples.ts'

/**
 * An e-mail that the shop may send. `name` names its screenshots; an extreme one is checked alike, with one screenshot.
 * An e-mail to the shop itself need not name the trader.
 */
export type Sample = { name: string; write: () => Promise<Email | null>; isExtreme?: boolean; isToShop?: boolean }

/** Every e-mail of the shop, plain and extreme. A new kind needs an entry here. */
export const samples: Sample[] = [
  ...orderSamples,
  ...accountSamples,
  ...otherSamples,
  ...ownerSamples,
  ...returnSamples,
  ...reviewSamples,
]

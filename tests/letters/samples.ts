import type { Letter } from '#platform/email/letter.ts'
import { accountSamples } from './account-samples.ts'
import { orderSamples } from './order-samples.ts'
import { otherSamples } from './other-samples.ts'
import { ownerSamples } from './owner-samples.ts'

/**
 * A letter as it may leave. `name` is that of its screenshots; an extreme one is checked alike, but one picture is enough.
 * What goes to the shop itself need not say in its text who trades.
 */
export type Sample = { name: string; write: () => Promise<Letter | null>; isExtreme?: boolean; isToShop?: boolean }

/** Every letter the shop writes, the plain and the difficult ones. Whoever writes a new kind adds it here. */
export const samples: Sample[] = [...orderSamples, ...accountSamples, ...otherSamples, ...ownerSamples]

import { z } from 'zod'
import { pence } from '#base/money.ts'
import { contract } from '#platform/http/contract.ts'
import type { Zone } from '#shop-defaults'
import { GuaranteeNoticeSchema } from './shop-settings.ts'

/** Pence as JSON carries them. */
const penceSchema = z.int().transform(pence)

const ShopTerms = z.object({
  /** The ids of those switched on. */
  zones: z.array(z.string()),
  /** Countries of those zones without delivery. */
  countriesOff: z.array(z.string()),
  deliversToNorthernIreland: z.boolean(),
  productionDays: z.int(),
  /** 'YYYY-MM-DD', ascending. */
  daysOff: z.array(z.string()),
  /** There where the owner has set a capacity: a day then depends on what is promised already. */
  hasCapacity: z.literal(true).optional(),
  /** Null where none are offered. */
  samplesPence: penceSchema.nullable(),
  /** Why the shop takes no orders, as a sentence, and until when (ISO 8601, where known); null while it sells. */
  pause: z.object({ text: z.string(), until: z.string().nullable() }).nullable(),
})

/** Delivery zones, production time and the price of fabric samples for browsers. */
export type ShopTerms = z.output<typeof ShopTerms>

/** What the cart reads afresh, on a page that has been open for a while: the notices are too long for every page. */
export const readShopTerms = contract({
  name: 'shop-terms',
  method: 'GET',
  caller: 'everyone',
  response: ShopTerms.extend({
    /** The zones switched on with the prices of today, where a page may still have those of yesterday. */
    rates: z.array(z.custom<Zone>()),
    guaranteeNotices: z.array(GuaranteeNoticeSchema),
  }),
})
export type FreshTerms = z.output<typeof readShopTerms.response>

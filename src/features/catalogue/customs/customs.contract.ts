import { z } from 'zod'
import { contract } from '#platform/http/contract.ts'
import { CustomsSchema } from './customs.ts'

/** As it is stored. `version`: 0 before its first save; a save sends it back. */
const StoredCustoms = z.object({
  weight_grams: z.int().nullable(),
  size_grams: z.record(z.string(), z.int()),
  weave: z.enum(['woven', 'knitted']).nullable(),
  commodity_code: z.string().nullable(),
  origin: z.string().nullable(),
  description: z.string().nullable(),
  version: z.int(),
})
export type StoredCustoms = z.output<typeof StoredCustoms>

/** What customs and the post office need to know of a garment. No visitor reads it. */
export const readCustoms = contract({
  name: 'product-customs',
  method: 'GET',
  caller: 'pages',
  query: z.object({ product_id: z.uuid() }),
  response: StoredCustoms,
})

/** The garments on sale, oldest first, with what customs need to know of each; amounts in pence. */
export const listGarmentsToSend = contract({
  name: 'garments-to-send',
  method: 'GET',
  caller: 'administrators',
  response: z.object({
    garments: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        price_pence: z.int(),
        commodity_code: z.string().nullable(),
        origin: z.string().nullable(),
        description: z.string().nullable(),
      }),
    ),
  }),
})

/** Replaces it. Refuses conflict where another version was saved meanwhile. */
export const saveCustoms = contract({
  name: 'product-customs',
  method: 'POST',
  caller: 'pages',
  request: z.object({ product_id: z.uuid(), version: z.int32().min(0), customs: CustomsSchema }),
  response: StoredCustoms,
  refuses: ['conflict'],
})

import { z } from 'zod'
import { contract } from '#platform/http/contract.ts'

/** What a garment is cut from: the cloth, its width in cm, and the metres that a piece of each size takes. */
const Cloth = z.object({
  cloth: z.string().trim().min(1, 'Please name the cloth.').max(80, 'At most 80 characters.'),
  width_cm: z.int().min(20, 'From 20 to 400 cm.').max(400, 'From 20 to 400 cm.').nullable(),
  metres: z.record(z.string().max(1_000), z.number().positive('More than 0 metres.').max(50, 'At most 50 metres.')),
})
export type GarmentCloth = z.output<typeof Cloth>

/** The cloth of a garment, null where none is given; and the names of all cloths. */
export const readGarmentCloth = contract({
  name: 'garment-cloth',
  method: 'GET',
  caller: 'pages',
  query: z.object({ product_id: z.uuid() }),
  response: z.object({ cloth: Cloth.nullable(), names: z.array(z.string()) }),
})

/** Writes the cloth of a garment; null deletes it. */
export const saveGarmentCloth = contract({
  name: 'save-garment-cloth',
  method: 'POST',
  caller: 'pages',
  request: z.object({ product_id: z.uuid(), cloth: Cloth.nullable() }),
  response: z.object({ cloth: Cloth.nullable() }),
  refuses: ['not_found'],
})

import { z } from 'zod'
import { contract, time } from '#platform/http/contract.ts'

/** Who changed a row last, of the tables whose rows are refused to a save that is based on an older version; helpers: of products and documents. */
export const findLastChange = contract({
  name: 'last-change',
  method: 'GET',
  caller: 'pages',
  query: z.object({
    table: z.enum(['products', 'discount_codes', 'pre_orders', 'settings', 'documents']),
    id: z.string().regex(/^[\w:/-]{1,100}$/),
  }),
  response: z.object({
    /** Null where the audit log has no change of the row. `by`: the user's e-mail address; null for the shop itself. */
    change: z.object({ by: z.string().nullable(), at: time }).nullable(),
  }),
})
export type ChangedRow = z.output<typeof findLastChange.query>
export type LastChange = NonNullable<z.output<typeof findLastChange.response>['change']>

import { z } from 'zod'
import { contract, rowOf } from '#platform/http/contract.ts'
import type { EarlierImport } from './earlier-orders.ts'
import type { EarlierOrder } from './read-earlier-orders.ts'

const File = z.object({ csv: z.string().max(15_000_000, 'A file has at most 15 MB.') })
const One = z.object({ id: z.uuid() })

/** What an import of this file would keep. `row`: as spreadsheet programs count. Changes nothing. */
export const previewEarlierOrders = contract({
  name: 'preview-earlier-orders',
  method: 'POST',
  caller: 'administrators',
  request: File,
  response: z.object({
    source: z.enum(['etsy', 'shopify']),
    /** How many are new, and the first of them. */
    fresh: z.int(),
    orders: z.array(rowOf<EarlierOrder>('EarlierOrder')),
    /** How many are here already. */
    here: z.int(),
    left_out: z.array(z.object({ row: z.int(), value: z.string(), why: z.string() })),
  }),
})

/** Keeps the orders of another shop that are not here yet, as a private history. */
export const importEarlierOrders = contract({
  name: 'import-earlier-orders',
  method: 'POST',
  caller: 'administrators',
  request: File,
  response: z.object({ id: z.uuid(), made: z.int() }),
})

/** The latest imports of orders of another shop, newest first. `orders`: what is left of each. */
export const listEarlierImports = contract({
  name: 'earlier-imports',
  method: 'GET',
  caller: 'administrators',
  response: z.object({ imports: z.array(rowOf<EarlierImport>('EarlierImport')) }),
})

/** Deletes the orders of an import. */
export const undoEarlierOrders = contract({
  name: 'undo-earlier-orders',
  method: 'POST',
  caller: 'administrators',
  request: One,
  response: z.object({ removed: z.int() }),
  refuses: ['not_found'],
})

/** Orders of another shop that a search of orders finds, the latest first. `more`: there are others. */
export const searchEarlierOrders = contract({
  name: 'earlier-orders',
  method: 'GET',
  caller: 'administrators',
  query: z.object({ q: z.string().trim().min(1).max(254) }),
  response: z.object({ orders: z.array(rowOf<EarlierOrder>('EarlierOrder')), more: z.boolean() }),
})

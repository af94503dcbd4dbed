import type { Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import * as contracts from './earlier-orders.contract.ts'
import {
  importEarlierOrders,
  listEarlierImports,
  previewEarlierOrders,
  searchEarlierOrders,
  undoEarlierImport,
} from './earlier-orders.ts'
import { readEarlierOrders } from './read-earlier-orders.ts'

/** More orders than an owner reads through. */
const mostPreviewed = 100
const mostFound = 20

/** Orders of the owner's former shop: a preview of its file, the import, its undo, and the search. */
export function earlierOrdersApi(): Hono<Env> {
  return endpoints(
    handle(contracts.previewEarlierOrders, async ({ db, body: { csv } }) => {
      const file = await readEarlierOrders(csv)
      const { fresh, here, leftOut } = await db.asService((tx) => previewEarlierOrders(tx, file))
      const orders = fresh.slice(0, mostPreviewed).map(({ row, ...order }) => order)
      return { source: file.source, fresh: fresh.length, orders, here, left_out: leftOut }
    }),
    handle(contracts.importEarlierOrders, async ({ body: { csv }, asCaller }) => {
      const file = await readEarlierOrders(csv)
      return asCaller((tx) => importEarlierOrders(tx, file))
    }),
    handle(contracts.listEarlierImports, async ({ db }) => ({ imports: await db.asService(listEarlierImports) })),
    handle(contracts.undoEarlierOrders, async ({ body: { id }, asCaller }) => ({
      removed: await asCaller((tx) => undoEarlierImport(tx, id)),
    })),
    handle(contracts.searchEarlierOrders, async ({ db, query: { q } }) => {
      const found = await db.asService((tx) => searchEarlierOrders(tx, q, mostFound + 1))
      return { orders: found.slice(0, mostFound), more: found.length > mostFound }
    }),
  )
}

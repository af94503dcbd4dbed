import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { shopDate } from '#base/shop-clock.ts'
import { OrderNumber } from '#features/orders/order-number.ts'
import { requireAdministrator } from '#platform/auth/require-administrator.ts'
import type { Db } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import { ChangesBody, changeOrders } from './change-orders.ts'
import { countOrders } from './count-orders.ts'
import { makeCutList } from './cut-list.ts'
import { exportName } from './export-name.ts'
import { exportOrders } from './export-orders.ts'
import { findOrders } from './find-orders.ts'
import { listReviews, ReviewsQuery } from './list-reviews.ts'
import { noteExport } from './note-export.ts'
import { readOrderDetails } from './order-details.ts'
import { FactsQuery, readOrderFacts } from './order-facts.ts'
import { OrderQuery } from './order-filter.ts'
import { OwnerNoteBody, saveOwnerNote } from './owner-note.ts'
import { makePackingSlips } from './packing-slips.ts'
import { PrintQuery } from './print-orders.ts'

const pageLength = 50
/** Each export holds a database connection until its file is downloaded. */
const maxExports = 2

const PageQuery = OrderQuery.extend({ cursor: z.string().max(200).optional() })

/**
 * The back office's orders, mounted at /functions/v1, for administrators only. GET
 * orders?view=&q=&payment=&status=&from= &to=&cursor= returns `{ orders, next }`, fifty at a time; GET order-counts the
 * number in each view; GET order-reviews?ids= the review notes, which the table grants to no role; GET
 * order-details?order_number= one order with lines and timeline; GET order-facts?orders=A,B the consequences of a new
 * status of up to 100 orders. POST change-orders `{ changes }` changes up to 100 orders independently. POST
 * owner-note `{ order_number, note, seen }` saves the owner's own note on an order. GET
 * export-orders is the CSV of GET orders. GET cut-list and GET packing-slips print a view (?view=to_make) or some
 * orders (?orders=A,B).
 */
export function adminOrdersApi({ db }: { db: Db }): Hono<Env> {
  async function administrator(c: Context<Env>): Promise<string> {
    c.header('Cache-Control', 'no-store')
    return (await requireAdministrator(db, c)).userId
  }

  let exports = 0

  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .get('/orders', async (c) => {
      await administrator(c)
      const { cursor, ...filter } = PageQuery.parse(c.req.query())
      return c.json(await db.asService((tx) => findOrders(tx, filter, { after: cursor || null, limit: pageLength })))
    })
    .get('/order-counts', async (c) => {
      await administrator(c)
      return c.json(await db.asService(countOrders))
    })
    .get('/order-details', async (c) => {
      await administrator(c)
      const orderNumber = OrderNumber.parse(c.req.query('order_number'))
      return c.json(await db.asService((tx) => readOrderDetails(tx, orderNumber)))
    })
    .get('/order-reviews', async (c) => {
      await administrator(c)
      const { ids } = ReviewsQuery.parse(c.req.query())
      return c.json({ reviews: await db.asService((tx) => listReviews(tx, ids)) })
    })
    .get('/order-facts', async (c) => {
      await administrator(c)
      const { orders } = FactsQuery.parse(c.req.query())
      return c.json({ facts: await db.asService((tx) => readOrderFacts(tx, orders)) })
    })
    .get('/cut-list', async (c) => {
      await administrator(c)
      const chosen = PrintQuery.parse(c.req.query())
      return c.json(await db.asService((tx) => makeCutList(tx, chosen)))
    })
    .get('/packing-slips', async (c) => {
      await administrator(c)
      const chosen = PrintQuery.parse(c.req.query())
      return c.json(await db.asService((tx) => makePackingSlips(tx, chosen)))
    })
    .get('/export-orders', async (c) => {
      const userId = await administrator(c)
      const filter = OrderQuery.parse(c.req.query())
      // A HEAD request reads no body, so its stream would never end.
      if (c.req.method === 'HEAD') return c.body(null)
      if (exports >= maxExports) throw new AppError('busy', 'Other exports are running. Please try again in a minute.')
      exports += 1
      const exporter = { userId, ...requestContextOf(c) }
      await noteExport(db, exporter, { begun: filter }).catch((error: unknown) => {
        exports -= 1
        throw error
      })
      async function onEnd(ended: { rows: number; whole: boolean }): Promise<void> {
        exports -= 1
        await noteExport(db, exporter, { ended })
      }
      const day = shopDate(new Date())
      return c.body(exportOrders({ db, log: c.var.log, onEnd }, filter), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${exportName(filter, day)}"`,
      })
    })
    .post('/owner-note', async (c) => {
      await administrator(c)
      const body = OwnerNoteBody.parse(await c.req.json())
      return c.json({ note: await db.asService((tx) => saveOwnerNote(tx, body)) })
    })
    .post('/change-orders', async (c) => {
      const userId = await administrator(c)
      const { changes } = ChangesBody.parse(await c.req.json())
      // The service role with the administrator's id, for the audit log.
      const claims = { role: 'service_role', sub: userId } as const
      return c.json({
        results: await changeOrders(db, changes, { claims, context: requestContextOf(c), log: c.var.log }),
      })
    })
}

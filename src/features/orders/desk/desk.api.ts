import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { requireAdministrator } from '#features/auth/require-administrator.ts'
import type { Db, RequestContext } from '#infrastructure/db/db.ts'
import { answerError, functions } from '#infrastructure/http/answer-error.ts'
import type { Env } from '#infrastructure/http/env.ts'
import { OrderNumber } from '../refunds/money-fields.ts'
import { ChangesBody, changeOrders } from './change-orders.ts'
import { countOrders } from './count-orders.ts'
import { findOrders } from './find-orders.ts'
import { readOrderDetails } from './order-details.ts'
import { OrderQuery } from './order-filter.ts'

const pageLength = 50

const PageQuery = OrderQuery.extend({ cursor: z.string().max(200).optional() })

/**
 * The owner's orders, mounted at /functions/v1, for administrators alone. GET orders?view=&q=&payment=&status=&from=&to=
 * &cursor= gives `{ orders, next }`, fifty at a time; GET order-counts how much waits; GET order-details?order_number= one
 * order with its lines and what happened to it. POST change-orders `{ changes }` changes up to a hundred, each for itself.
 */
export function deskApi({ db }: { db: Db }): Hono<Env> {
  async function administrator(c: Context<Env>): Promise<string> {
    c.header('Cache-Control', 'no-store')
    return (await requireAdministrator(db, c)).userId
  }

  return new Hono<Env>()
    .onError(answerError(functions))
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
    .post('/change-orders', async (c) => {
      const userId = await administrator(c)
      const { changes } = ChangesBody.parse(await c.req.json())
      // The service's rights, with the name of who asked in the log of changes.
      const claims = { role: 'service_role', sub: userId } as const
      return c.json({ results: await changeOrders(db, changes, { claims, context: asking(c) }) })
    })
}

/** Where a change came from, for the log of changes. */
function asking(c: Context<Env>): RequestContext {
  return { requestId: c.var.requestId, ip: c.var.clientIp }
}

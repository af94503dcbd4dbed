import type { Hono } from 'hono'
import { shopDate } from '#base/shop-clock.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { requestContextOf } from '#platform/http/identity/signed-in.ts'
import * as contracts from './admin-orders.contract.ts'
import { changeOrders, type PaymentSteps, readOrderFacts } from './change-orders.ts'
import { countOrders } from './count-orders.ts'
import { exportOrders, noteExport } from './export-orders.ts'
import { findOrders, listReviews } from './find-orders.ts'
import { listOrderChoices } from './order-choices.ts'
import { readOrderDetails, saveOwnerNote } from './order-details.ts'
import { exportName } from './order-views.ts'
import { makeCutList, makePackingSlips } from './print-orders.ts'

const pageLength = 50
/** Each export holds a database connection until its file is downloaded. */
const maxExports = 2

/** The back office's orders. */
export function adminOrdersApi(steps: PaymentSteps): Hono<Env> {
  let exports = 0
  return endpoints(
    handle(contracts.listOrders, ({ db, query: { cursor, ...filter } }) =>
      db.asService((tx) => findOrders(tx, filter, { after: cursor || null, limit: pageLength })),
    ),
    handle(contracts.readOrderCounts, ({ db, query }) => db.asService((tx) => countOrders(tx, query))),
    handle(contracts.readOrderChoices, ({ db }) => db.asService(listOrderChoices)),
    handle(contracts.readOrder, ({ db, query }) => db.asService((tx) => readOrderDetails(tx, query.order_number))),
    handle(contracts.readOrderReviews, async ({ db, query }) => ({
      reviews: await db.asService((tx) => listReviews(tx, query.ids)),
    })),
    handle(contracts.readFacts, async ({ db, query }) => ({
      facts: await db.asService((tx) => readOrderFacts(tx, query.orders)),
    })),
    handle(contracts.readCutList, ({ db, query }) => db.asService((tx) => makeCutList(tx, query))),
    handle(contracts.readPackingSlips, ({ db, query }) => db.asService((tx) => makePackingSlips(tx, query))),
    handle(contracts.exportOrderList, async ({ c, db, claims: { sub: userId }, query: filter }) => {
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
    }),
    handle(contracts.writeOwnerNote, async ({ db, body }) => ({
      note: await db.asService((tx) => saveOwnerNote(tx, body)),
    })),
    handle(contracts.changeOrderList, async ({ c, db, claims, body: { changes } }) => {
      // The service role with the administrator's id, for the audit log.
      const caller = { role: 'service_role', sub: claims.sub } as const
      const about = { claims: caller, context: requestContextOf(c), log: c.var.log, ...steps }
      const results = await changeOrders(db, changes, about)
      return { results }
    }),
  )
}

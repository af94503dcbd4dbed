import type { Hono } from 'hono'
import { getOwnSession, requireSecondFactor } from '#features/accounts/own-session.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { requireWithinRate, withOrder } from '../links/order-by-link.ts'
import type { OrderLinks } from '../links/order-links.ts'
import { reserveUpload } from '../links/sent-photographs.ts'
import { changeReturn, listReturns } from './admin/owner-returns.ts'
import { recordReturn, undoRecordedReturn } from './admin/record-return.ts'
import { type DeclareReturnDeps, declareReturn, listCustomerReturns, readCustomerReturns } from './declare-return.ts'
import { returnPhotographs } from './return.ts'
import * as contracts from './returns.contract.ts'

const requests: Rate = { max: 20, perSeconds: 600 }
const uploads: Rate = { max: 30, perSeconds: 86_400 }

/** `storageSecret` signs the addresses of uploads. */
type Options = DeclareReturnDeps & { links: OrderLinks; storageSecret: string }

/** Returns as customers declare them by the order's link, and as the owner records them and moves them on. */
export function returnsApi({ links, storageSecret, ...deps }: Options): Hono<Env> {
  return endpoints(
    handle(contracts.requestReturn, async (call) => {
      const { c, body } = call
      const { token, ...declared } = body
      await requireWithinRate(c, { bucket: 'request-return', key: limitKey(c.var.clientIp), rate: requests })
      const returns = await withOrder(call, { links, token, lock: true }, async (tx, { id: orderId }) => {
        await declareReturn(tx, deps, { ...declared, orderId, declaredOn: 'page' })
        return readCustomerReturns(tx, orderId)
      })
      return { returns }
    }),
    handle(contracts.reservePhotograph, async (call) => {
      const { id, upload } = await withOrder(call, { links, token: call.body.token }, async (tx, { id }) => {
        const upload = await reserveUpload(tx, { bucket: returnPhotographs, folder: `${id}/` }, storageSecret)
        return { id, upload }
      })
      await requireWithinRate(call.c, { bucket: 'return-photograph', key: id, rate: uploads })
      return upload
    }),
    handle(contracts.readMyReturns, async ({ db, claims }) => {
      const read = async (tx: Tx) => {
        const session = await getOwnSession(tx, claims)
        requireSecondFactor(session)
        return session.emailVerified ? listCustomerReturns(tx, session.userId) : []
      }
      return { returns: await db.asService(read) }
    }),
    handle(contracts.readReturns, ({ db, query }) => db.asService((tx) => listReturns(tx, query.order_number ?? null))),
    handle(contracts.recordReturn, ({ body: { order_number: orderNumber, ...declared }, asCaller }) =>
      asCaller((tx) => recordReturn(tx, deps, { orderNumber, ...declared })),
    ),
    handle(contracts.undoReturn, async ({ claims, body, asCaller }) => {
      await asCaller((tx) => undoRecordedReturn(tx, { id: body.id, userId: claims.sub }))
      return { undone: true as const }
    }),
    handle(contracts.moveReturn, async ({ body, asCaller }) => {
      await asCaller((tx) => changeReturn(tx, deps.queue, body))
      return { changed: true as const }
    }),
  )
}

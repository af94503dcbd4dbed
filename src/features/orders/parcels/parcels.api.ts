import type { Hono } from 'hono'
import { getOwnSession, requireSecondFactor } from '#features/accounts/own-session.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { listParcels } from './list-parcels.ts'
import * as contracts from './parcels.contract.ts'
import { correctParcel, shipParcel, takeBackParcel } from './ship-parcel.ts'

/** The parcels of orders: for their customers, and as the owner sends, corrects and takes them back. */
export function parcelsApi(): Hono<Env> {
  return endpoints(
    handle(contracts.readMyParcels, async ({ db, claims }) => {
      const read = async (tx: Tx) => {
        const session = await getOwnSession(tx, claims)
        requireSecondFactor(session)
        if (!session.emailVerified) return {}
        const orders = await tx.selectFrom('pre_orders').select('id').where('user_id', '=', session.userId).execute()
        const ids = orders.map(({ id }) => id)
        return Object.fromEntries(await listParcels(tx, ids))
      }
      return { parcels: await db.asService(read) }
    }),
    handle(contracts.addParcel, ({ asCaller, body: { pieces, ...body } }) =>
      asCaller((tx) => shipParcel(tx, { ...shipmentOf(body), pieces })),
    ),
    handle(contracts.correctParcel, ({ asCaller, body: { parcel: parcelId, ...body } }) =>
      asCaller((tx) => correctParcel(tx, { ...shipmentOf(body), parcelId })),
    ),
    handle(contracts.takeBackParcel, ({ asCaller, body }) => {
      const { order_number: orderNumber, version, parcel: parcelId, order_status: status } = body
      return asCaller((tx) => takeBackParcel(tx, { orderNumber, version, parcelId, status }))
    }),
  )
}

type Numbered = {
  order_number: string
  version?: number | undefined
  tracking_number: string | null
  shipping_carrier?: string | null | undefined
  tell_customer?: boolean | undefined
}

function shipmentOf({ order_number, version, tracking_number, shipping_carrier, tell_customer }: Numbered) {
  return {
    orderNumber: order_number,
    version,
    trackingNumber: tracking_number,
    carrier: shipping_carrier,
    tellCustomer: tell_customer,
  }
}

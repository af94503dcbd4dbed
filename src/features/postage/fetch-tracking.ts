import { sql } from 'kysely'
import { changeOrder } from '#features/orders/admin/api/change-orders.ts'
import { isBeforeDispatch, type OrderStatus } from '#features/orders/order-state.ts'
import type { Piece } from '#features/orders/parcels/parcel.ts'
import { shipParcel } from '#features/orders/parcels/ship-parcel.ts'
import type { Tx } from '#platform/database/db.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import { type ClickAndDrop, ClickAndDropError, type KnownOrder, mostAtOnce } from './click-and-drop/click-and-drop.ts'
import { type PostageDeps, readKey } from './postage-deps.ts'

/** A parcel that Click & Drop has, with its order as it was read. */
type SentParcel = {
  id: string
  identifier: number
  orderNumber: string
  version: number
  trackingNumber: string | null
  status: OrderStatus
  /** Of a parcel with a part of the order, what is still to be sent of it; null: all of the order. */
  pieces: Piece[] | null
}

const carrier = 'Royal Mail'

/**
 * Reads the tracking numbers of the parcels that Click & Drop has. A number makes its order shipped and sends the
 * customer's e-mail, as one that the owner adds; also that of an order that the owner set to shipped without a number. An
 * order that has a number already keeps it; a cancelled one is not shipped. It may run twice at once, and a run that ends early
 * is continued by the next.
 */
export async function fetchTracking(deps: PostageDeps): Promise<void> {
  const { db, seal, log, clickAndDrop } = deps
  const { key, parcels } = await db.asService(async (tx) => {
    await closeExported(tx)
    return { key: await readKey(tx, seal), parcels: await listSent(tx) }
  })
  if (key === null || clickAndDrop === null) return
  for (let at = 0; at < parcels.length; at += mostAtOnce) {
    const some = parcels.slice(at, at + mostAtOnce)
    try {
      const orders = await readOrders(clickAndDrop, key, some)
      for (const parcel of some) await settle(deps, parcel, orders.get(parcel.identifier))
    } catch (error) {
      if (!(error instanceof ClickAndDropError)) throw error
      if (error.why === 'key') await db.asService(noteRefused)
      return log.warn({ error, why: error.why }, 'tracking numbers were not read from Click & Drop')
    }
  }
}

/** A parcel of a file is done with once its order has been posted. */
async function closeExported(tx: Tx): Promise<void> {
  await sql`
    update private.postage_parcels as given set state = 'shipped' from public.pre_orders as o
     where o.id = given.order_id and given.state = 'exported' and o.order_status in ('shipped', 'delivered')`.execute(
    tx,
  )
}

async function noteRefused(tx: Tx): Promise<void> {
  await sql`update private.postage_account set refused_at = coalesce(refused_at, public.shop_now())`.execute(tx)
}

async function listSent(tx: Tx): Promise<SentParcel[]> {
  const { rows } = await sql<SentParcel>`
    select given.id, given.order_identifier::float8 as identifier, o.order_number as "orderNumber", o.version,
      o.tracking_number as "trackingNumber", o.order_status as status,
      case when given.pieces is not null then coalesce((
        select jsonb_agg(jsonb_build_object('position', line.position, 'quantity', least(open.quantity, piece.quantity)))
          from private.open_pieces(o.id) as open join public.order_lines as line on line.id = open.line_id
          join jsonb_to_recordset(given.pieces) as piece (position smallint, quantity smallint)
            on piece.position = line.position), '[]') end as pieces
      from private.postage_parcels as given join public.pre_orders as o on o.id = given.order_id
     where given.state = 'sent' and given.order_identifier is not null
     order by given.created_at limit 5000`.execute(tx)
  return rows
}

/** Orders by their identifier; null for one that Click & Drop does not have. */
async function readOrders(
  clickAndDrop: ClickAndDrop,
  key: string,
  parcels: readonly SentParcel[],
): Promise<Map<number, KnownOrder | null>> {
  const all = await clickAndDrop.list(
    key,
    parcels.map(({ identifier }) => identifier),
  )
  if (all) return new Map(all.map((order) => [order.identifier, order]))
  // One that was deleted there refuses the others with it.
  const each = new Map<number, KnownOrder | null>()
  for (const { identifier } of parcels) {
    const [order = null] = (await clickAndDrop.list(key, [identifier])) ?? []
    each.set(identifier, order)
  }
  return each
}

async function settle(
  { db, log }: PostageDeps,
  parcel: SentParcel,
  known: KnownOrder | null | undefined,
): Promise<void> {
  if (known === undefined) return
  if (known === null) return db.asService((tx) => mark(tx, parcel, 'removed'))
  const { trackingNumber } = known
  if (parcel.trackingNumber !== null) return db.asService((tx) => mark(tx, parcel, 'shipped'))
  if (trackingNumber === null || parcel.status === 'cancelled') return
  // The owner has already sent the part, or cancelled it.
  if (parcel.pieces?.length === 0) return db.asService((tx) => mark(tx, parcel, 'shipped'))
  const { orderNumber } = parcel
  try {
    await db.asService((tx) => addNumber(tx, parcel, trackingNumber))
  } catch (error) {
    // Someone else has changed the order this moment: the next run reads it again.
    return log.warn({ error, order: orderNumber }, 'an order was not shipped by its tracking number')
  }
  faultPoint('postage.shipped')
  await db.asService((tx) => mark(tx, parcel, 'shipped'))
}

/** Ships the order or its part, or adds the number to one that has left; one that has arrived needs no e-mail about it. */
async function addNumber(tx: Tx, parcel: SentParcel, trackingNumber: string): Promise<void> {
  const { orderNumber, version, status } = parcel
  const tellCustomer = status !== 'delivered'
  if (isBeforeDispatch(status)) {
    const pieces = parcel.pieces ?? undefined
    await shipParcel(tx, { orderNumber, version, pieces, trackingNumber, carrier, tellCustomer })
    return
  }
  await changeOrder(tx, {
    order_number: orderNumber,
    version,
    tracking_number: trackingNumber,
    shipping_carrier: carrier,
    tell_customer: tellCustomer,
  })
}

async function mark(tx: Tx, { id }: SentParcel, state: 'shipped' | 'removed'): Promise<void> {
  await tx
    .updateTable('private.postage_parcels')
    .set({ state, problems: '[]' })
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .execute()
}

import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { changeOrder, checkTracking, conflictOf, lockForChange } from '../admin/api/change-orders.ts'
import type { OrderRow } from '../admin/api/order-details.ts'
import { isBeforeDispatch } from '../order-state.ts'
import type { Piece } from './parcel.ts'

export type Shipment = {
  orderNumber: string
  /** The version that was seen; left out: the order as it is. */
  version?: number | undefined
  /** What is in the parcel; left out: all that remains. */
  pieces?: readonly Piece[] | undefined
  trackingNumber: string | null
  /** Left out: the order's, or the shop's usual one. */
  carrier?: string | null | undefined
  /** Whether the customer is e-mailed in a minute; left out: so, but without a number in half an hour. */
  tellCustomer?: boolean | undefined
}

/** `parcel`: the order's last one; null for an order without garments of its own. */
export type Shipped = { order: OrderRow; parcel: number | null }

/**
 * Sends a parcel: the one way in which the shop's own code ships. With all that remains the order becomes shipped, and
 * with a part of it it stays in progress. The parcel and its e-mail commit with `tx`. A parcel that was sent already is
 * no conflict. Refuses not_found; conflict for an order that left, for pieces that are not to be sent any more and for a
 * number that another parcel of the order has; bad_request for an invalid number and for an empty parcel.
 */
export async function shipParcel(tx: Tx, shipment: Shipment): Promise<Shipped> {
  const order = await ship(tx, shipment)
  return { order, parcel: (await readParcels(tx, order.id)).at(-1)?.id ?? null }
}

async function ship(tx: Tx, shipment: Shipment): Promise<OrderRow> {
  const { orderNumber, version, trackingNumber, carrier, tellCustomer } = shipment
  checkTracking({ tracking_number: trackingNumber, shipping_carrier: carrier })
  const order = await lockForChange(tx, orderNumber)
  const open = await listOpenPieces(tx, order.id)
  const pieces = joinPieces(shipment.pieces ?? open)
  const change = { order_number: orderNumber, tracking_number: trackingNumber, shipping_carrier: carrier }
  if (open.length === 0 && shipment.pieces === undefined) {
    // An order without lines, and one that has left: as a change of its status and number.
    return changeOrder(tx, { ...change, version, order_status: 'shipped', tell_customer: tellCustomer })
  }
  if (await isSentAlready(tx, order.id, { pieces, trackingNumber })) return order
  if (version !== undefined && version !== order.version) throw conflictOf(order)
  if (!isBeforeDispatch(order.order_status)) {
    throw new AppError('conflict', 'This order has left or is cancelled, so nothing of it can be sent.')
  }
  if (pieces.length === 0) throw new AppError('bad_request', 'Please choose what is in the parcel.')
  for (const { position, quantity } of pieces) {
    const left = open.find((each) => each.position === position)?.quantity ?? 0
    if (quantity > left) {
      throw new AppError(
        'conflict',
        'Something of this parcel has been sent or cancelled since. Please check the order.',
      )
    }
  }
  await refuseKnownNumber(tx, { orderId: order.id, trackingNumber, except: null })
  if (count(pieces) === count(open)) {
    return changeOrder(tx, { ...change, version: order.version, order_status: 'shipped', tell_customer: tellCustomer })
  }
  const { id } = await tx
    .insertInto('private.parcels')
    .values({ order_id: order.id, tracking_number: trackingNumber, carrier: carrier || order.shipping_carrier })
    .returning(sql<number>`id::int`.as('id'))
    .executeTakeFirstOrThrow()
  await sql`
    insert into private.parcel_lines (parcel_id, line_id, quantity)
    select ${id}, line.id, piece.quantity
      from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as piece (position smallint, quantity smallint)
      join public.order_lines as line on line.order_id = ${order.id} and line.position = piece.position`.execute(tx)
  await packSent(tx, { orderId: order.id, parcelId: id })
  // A part of it has left, so it is begun; the version rises in any case.
  await tx
    .updateTable('pre_orders')
    .set({ order_status: 'processing', updated_at: sql`public.shop_now()` })
    .where('id', '=', order.id)
    .execute()
  await noteEvent(tx, order.id, 'parcel_sent', {
    number: trackingNumber,
    carrier: carrier || order.shipping_carrier,
    pieces: pieces.map(({ position, quantity }) => {
      const line = open.find((each) => each.position === position)
      return { name: line?.name ?? '', size: line?.size ?? '', quantity }
    }),
  })
  const grace = trackingNumber === null && tellCustomer === undefined ? '30 minutes' : '1 minute'
  if (tellCustomer !== false) await queueParcelEmail(tx, id, grace)
  return lockForChange(tx, orderNumber)
}

/**
 * Corrects the number and the carrier of a parcel; the customer is sent the corrected letter. The order's last parcel is
 * corrected by its columns. Refuses not_found, conflict and bad_request like `shipParcel`.
 */
export async function correctParcel(
  tx: Tx,
  { parcelId, ...correction }: Omit<Shipment, 'pieces'> & { parcelId: number },
): Promise<OrderRow> {
  const { orderNumber, version, trackingNumber, carrier, tellCustomer } = correction
  checkTracking({ tracking_number: trackingNumber, shipping_carrier: carrier })
  const order = await lockForChange(tx, orderNumber)
  const parcels = await readParcels(tx, order.id)
  const parcel = parcels.find(({ id }) => id === parcelId)
  if (!parcel) throw noSuchParcel()
  const next = { tracking_number: trackingNumber, carrier: carrier || parcel.carrier }
  if (parcel.tracking_number === next.tracking_number && parcel.carrier === next.carrier) return order
  if (version !== undefined && version !== order.version) throw conflictOf(order)
  await refuseKnownNumber(tx, { orderId: order.id, trackingNumber, except: parcelId })
  if (isSent(order) && parcel === parcels.at(-1)) {
    const change = { tracking_number: trackingNumber, shipping_carrier: next.carrier, tell_customer: tellCustomer }
    return changeOrder(tx, { order_number: orderNumber, version: order.version, ...change })
  }
  await tx.updateTable('private.parcels').set(next).where('id', '=', String(parcelId)).execute()
  await touch(tx, order.id)
  await noteEvent(tx, order.id, 'parcel_corrected', {
    from: parcel.tracking_number,
    to: next.tracking_number,
    carrier: next.carrier,
  })
  await sql`
    update private.outbox set state = 'dropped'
     where order_id = ${order.id} and kind = 'order_dispatched' and state = 'waiting' and data ->> 'parcel' = ${String(parcelId)}
       and private.tracking_number_hash(data ->> 'tracking') is distinct from private.tracking_number_hash(${trackingNumber})`.execute(
    tx,
  )
  if (tellCustomer !== false && trackingNumber !== null) await queueParcelEmail(tx, parcelId, '1 minute')
  return lockForChange(tx, orderNumber)
}

/**
 * Takes a parcel back that has not left after all: its pieces are to be sent again, and the order waits for dispatch.
 * Its e-mail is dropped unless it has been sent. `status`: what the order becomes, where undo restores an order that was
 * not begun. Refuses not_found, and conflict, also for a parcel of a sent order whose pieces are cancelled since.
 */
export async function takeBackParcel(
  tx: Tx,
  {
    orderNumber,
    version,
    parcelId,
    status = 'processing',
  }: {
    orderNumber: string
    version?: number | undefined
    parcelId: number
    status?: 'pending' | 'processing' | undefined
  },
): Promise<OrderRow> {
  const order = await lockForChange(tx, orderNumber)
  const parcels = await readParcels(tx, order.id)
  const parcel = parcels.find(({ id }) => id === parcelId)
  if (!parcel) throw noSuchParcel()
  if (version !== undefined && version !== order.version) throw conflictOf(order)
  const last = parcels.at(-1)
  const isEarlier = isSent(order) && last !== undefined && last !== parcel
  // Of alike pieces, the one that comes back is that of this parcel.
  if (isEarlier) await packSent(tx, { orderId: order.id, parcelId: last.id })
  await tx.deleteFrom('private.parcels').where('id', '=', String(parcelId)).execute()
  if (isEarlier) {
    await sql`select private.assign_parcel_emails(${order.id}, ${last.id})`.execute(tx)
  }
  if (isSent(order)) {
    if ((await listOpenPieces(tx, order.id)).length === 0) {
      throw new AppError('conflict', 'What was in this parcel is cancelled, so there is nothing to send again.')
    }
    await tx
      .updateTable('pre_orders')
      .set({ order_status: 'processing', tracking_number: null, shipped_at: null })
      .where('id', '=', order.id)
      .execute()
  } else if (status === 'pending' && order.order_status === 'processing' && parcels.length === 1) {
    await tx.updateTable('pre_orders').set({ order_status: 'pending' }).where('id', '=', order.id).execute()
    // This is the undo already.
    await tx.deleteFrom('private.work_before_pending').where('order_id', '=', order.id).execute()
  } else {
    await touch(tx, order.id)
  }
  await noteEvent(tx, order.id, 'parcel_taken_back', { number: parcel.tracking_number })
  return lockForChange(tx, orderNumber)
}

/**
 * What has left is made, as the board counts it: of alike pieces, those with the most work, the first to be packed first.
 * What each was before is kept until the parcel is taken back; in an order that is ready to post all are packed.
 */
async function packSent(tx: Tx, { orderId, parcelId }: { orderId: string; parcelId: number }): Promise<void> {
  await sql`
    insert into private.pieces (line_id, number, state, parcel_id, state_before)
    select line.id, worked.piece, 'packed', case when placed.ready_at is null then ${parcelId}::bigint end,
        case when placed.ready_at is null then coalesce(worked.state, 'to_cut') end
      from public.pre_orders as placed join public.order_lines as line on line.order_id = placed.id
      cross join lateral (select sum(quantity) as pieces from private.parcel_lines where line_id = line.id) as sent
      cross join lateral (
        select piece, w.state,
            row_number() over (order by array_position(array['packed', 'sewn', 'cut'], w.state), w.changed_at, piece) as place
          from generate_series(1, line.quantity - line.cancelled_quantity) as piece
          left join private.pieces as w on w.line_id = line.id and w.number = piece) as worked
     where placed.id = ${orderId} and worked.place <= sent.pieces and (worked.state is null or worked.state <> 'packed')
    on conflict (line_id, number) do update set state = excluded.state, changed_at = excluded.changed_at,
      parcel_id = excluded.parcel_id, state_before = excluded.state_before`.execute(tx)
}

type OpenPiece = Piece & { name: string; size: string }

async function listOpenPieces(tx: Tx, orderId: string): Promise<OpenPiece[]> {
  const { rows } = await sql<OpenPiece>`
    select line.position, line.name, line.size, open.quantity from private.open_pieces(${orderId}) as open
      join public.order_lines as line on line.id = open.line_id order by line.position`.execute(tx)
  return rows
}

function readParcels(tx: Tx, orderId: string) {
  return tx
    .selectFrom('private.parcels')
    .select([sql<number>`id::int`.as('id'), 'tracking_number', 'carrier'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
}

/** Each line once. */
function joinPieces(pieces: readonly Piece[]): Piece[] {
  const byLine = new Map<number, number>()
  for (const { position, quantity } of pieces) byLine.set(position, (byLine.get(position) ?? 0) + quantity)
  return [...byLine].map(([position, quantity]) => ({ position, quantity })).sort((a, b) => a.position - b.position)
}

function count(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Whether the same pieces left under the same number: the press was repeated. */
async function isSentAlready(
  tx: Tx,
  orderId: string,
  { pieces, trackingNumber }: { pieces: readonly Piece[]; trackingNumber: string | null },
): Promise<boolean> {
  if (trackingNumber === null) return false
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from private.parcels as parcel
      where parcel.order_id = ${orderId}
        and private.tracking_number_hash(parcel.tracking_number) = private.tracking_number_hash(${trackingNumber})
        and (select jsonb_agg(jsonb_build_object('position', line.position, 'quantity', part.quantity) order by line.position)
          from private.parcel_lines as part join public.order_lines as line on line.id = part.line_id
         where part.parcel_id = parcel.id) = ${JSON.stringify(pieces)}::jsonb) as is`.execute(tx)
  return rows[0]?.is === true
}

async function refuseKnownNumber(
  tx: Tx,
  { orderId, trackingNumber, except }: { orderId: string; trackingNumber: string | null; except: number | null },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select 1 as id from private.parcels where order_id = ${orderId} and id is distinct from ${except}
       and private.tracking_number_hash(tracking_number) = private.tracking_number_hash(${trackingNumber})`.execute(tx)
  if (rows.length > 0) throw new AppError('conflict', 'Another parcel of this order has that number.')
}

function isSent({ order_status: status }: OrderRow): boolean {
  return status === 'shipped' || status === 'delivered'
}

async function touch(tx: Tx, orderId: string): Promise<void> {
  await tx.updateTable('pre_orders').set({ updated_at: sql`public.shop_now()` }).where('id', '=', orderId).execute()
}

async function noteEvent(tx: Tx, orderId: string, kind: string, facts: object): Promise<void> {
  await tx
    .insertInto('private.order_events')
    .values({ order_id: orderId, kind, facts: JSON.stringify(facts), actor: sql<string>`auth.uid()`, party: 'shop' })
    .execute()
}

/**
 * A number that the customer was sent before another one, and that is right after all, is sent again, and so is one of a
 * shipment that was undone.
 */
async function queueParcelEmail(tx: Tx, parcelId: number, grace: '1 minute' | '30 minutes'): Promise<void> {
  await sql`
    select private.queue_email('order_dispatched',
        o.id::text || '.' || coalesce(private.tracking_number_hash(parcel.tracking_number), 'parcel-' || parcel.id)
          || coalesce((select '.' || count(*) from private.outbox as w
            where w.order_id = o.id and w.kind = 'order_dispatched' and w.data ->> 'parcel' = parcel.id::text
              and w.state in ('sending', 'sent')
           having bool_or(private.tracking_number_hash(w.data ->> 'tracking')
                = private.tracking_number_hash(parcel.tracking_number))
              and (array_agg(private.tracking_number_hash(w.data ->> 'tracking') order by w.sent_at desc nulls first))[1]
                is distinct from private.tracking_number_hash(parcel.tracking_number)), '')
          || coalesce((select '.parcel-' || parcel.id from private.outbox as w
            where w.kind = 'order_dispatched' and w.state in ('sending', 'sent')
              and w.cause = o.id::text || '.' || private.tracking_number_hash(parcel.tracking_number)
              and w.data ->> 'parcel' is distinct from parcel.id::text), ''),
        o.customer_email, jsonb_build_object('tracking', parcel.tracking_number, 'parcel', parcel.id), o.id,
        now() + ${grace}::interval)
      from private.parcels as parcel join public.pre_orders as o on o.id = parcel.order_id
     where parcel.id = ${parcelId} and o.customer_email is not null and o.reported_paid`.execute(tx)
}

function noSuchParcel(): AppError {
  return new AppError('not_found', 'This order has no such parcel any more.')
}

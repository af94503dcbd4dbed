import { sql } from 'kysely'
import { readCarriers, trackingUrl } from '#features/settings/carriers.ts'
import type { Tx } from '#platform/database/db.ts'
import { type ArrivalColumns, arrivalDayOf } from '../order-dates.ts'
import { isBeforeDispatch, type OrderStatus } from '../order-state.ts'
import type { Parcel, Piece } from './parcel.ts'

type Kept = Omit<Parcel, 'tracking_url' | 'arrive_by'>
type Row = Pick<Parcel, 'tracking_number' | 'carrier' | 'shipped_at'> &
  Omit<ArrivalColumns, 'shipped_at'> & { order_id: string; parcels: Kept[]; pieces: Piece[] }

/** How many pieces of a row of `order_lines` are in parcels. */
export const sentQuantity = sql<number>`coalesce((select sum(part.quantity) from private.parcel_lines as part
  where part.line_id = order_lines.id), 0)::int`

/** The parcels of each order, the first to leave first. An order of which nothing has left has none. */
export async function listParcels(tx: Tx, orderIds: readonly string[]): Promise<Map<string, Parcel[]>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select o.id as order_id, o.order_status, to_json(o.shipped_at) #>> '{}' as shipped_at, o.delivered_at, o.tracking_number,
      o.shipping_carrier as carrier, o.delivery_options, o.delivery_service, to_char(o.arrive_by, 'YYYY-MM-DD') as arrive_by,
      coalesce((select jsonb_agg(jsonb_build_object('id', parcel.id, 'carrier', parcel.carrier,
          'tracking_number', parcel.tracking_number, 'shipped_at', parcel.shipped_at, 'pieces', (
            select coalesce(jsonb_agg(jsonb_build_object('position', line.position, 'quantity', part.quantity)
                order by line.position), '[]')
              from private.parcel_lines as part join public.order_lines as line on line.id = part.line_id
             where part.parcel_id = parcel.id)) order by parcel.id)
        from private.parcels as parcel where parcel.order_id = o.id), '[]') as parcels,
      coalesce((select jsonb_agg(jsonb_build_object('position', line.position,
          'quantity', line.quantity - line.cancelled_quantity) order by line.position)
        from public.order_lines as line where line.order_id = o.id and line.quantity > line.cancelled_quantity), '[]') as pieces
      from public.pre_orders as o where o.id = any(${orderIds}::uuid[])`.execute(tx)
  const carriers = await readCarriers(tx)
  return new Map(
    rows.map(({ order_id, parcels, pieces, tracking_number, carrier, shipped_at, ...order }) => {
      const isSent = !isBeforeDispatch(order.order_status as OrderStatus) && order.order_status !== 'cancelled'
      const whole = { id: null, carrier, tracking_number, shipped_at, pieces }
      const kept = parcels.length === 0 && (isSent || tracking_number !== null) ? [whole] : parcels
      const listed = kept.map((parcel, index): Parcel => {
        // The day of receipt is that of the last one.
        const delivered_at = index === kept.length - 1 ? order.delivered_at : null
        const left = parcel.id === null ? order.order_status : 'shipped'
        return {
          ...parcel,
          tracking_url: trackingUrl(carriers, parcel.carrier, parcel.tracking_number),
          arrive_by: arrivalDayOf({ ...order, order_status: left, shipped_at: parcel.shipped_at, delivered_at }),
        }
      })
      return [order_id, listed]
    }),
  )
}

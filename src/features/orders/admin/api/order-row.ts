import { sql } from 'kysely'
import type { OrderNote } from '#features/orders/order-note.ts'
import { openNotes } from '#features/orders/order-notes.ts'
import type { OrderStatus, PaymentStatus, ProviderState } from '#features/orders/order-state.ts'
import type { OrderPlace } from './order-views.ts'

/** An order of the back office: the columns of `pre_orders`, amounts in pounds, times as ISO. */
export type OrderRow = {
  id: string
  order_number: string
  customer_name: string | null
  customer_email: string | null
  customer_phone: string | null
  product_name: string
  product_size: string
  product_price: number
  discount_amount: number
  /** Null until paid. */
  shipping_amount: number | null
  final_amount: number
  shipping_address: string | null
  shipping_city: string | null
  shipping_postcode: string | null
  shipping_country: string | null
  /** The id of the delivery service; null until paid. */
  delivery_service: string | null
  notes: string | null
  payment_status: PaymentStatus
  /** Whether the provider or the owner reported the payment. */
  reported_paid: boolean
  order_status: OrderStatus
  tracking_number: string | null
  shipping_carrier: string | null
  shipped_at: Date | null
  /** When the parcel became ready to post; null: not yet. */
  ready_at: Date | null
  created_at: Date
  paid_at: Date | null
  provider_state: ProviderState
  order_view: OrderPlace
  refunded_amount: number
  /** 'YYYY-MM-DD'. */
  dispatch_by: string
  /** What the owner must look at. Missing in rows of `/rest/v1`, which shows no notes. */
  review_notes?: OrderNote[]
  version: number
}

/** The columns of an `OrderRow`, from `pre_orders o`. */
export const orderColumns = sql`o.id, o.order_number, o.customer_name, o.customer_email, o.customer_phone, o.product_name,
  o.product_size, o.product_price::float8 as product_price, o.discount_amount::float8 as discount_amount,
  o.shipping_amount::float8 as shipping_amount, o.final_amount::float8 as final_amount, o.shipping_address, o.shipping_city,
  o.shipping_postcode, o.shipping_country, o.delivery_service, o.notes, o.payment_status, o.reported_paid, o.order_status, o.tracking_number, o.shipping_carrier,
  o.shipped_at, o.ready_at, o.order_view, o.created_at, o.paid_at, o.provider_state, o.refunded_amount::float8 as refunded_amount,
  to_char(o.dispatch_by, 'YYYY-MM-DD') as dispatch_by, ${openNotes('o.id')} as review_notes, o.version`

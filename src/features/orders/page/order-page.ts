import type { SupabaseClient } from '@supabase/supabase-js'
import { getFrom } from '#platform/client/endpoints.ts'
import { type LineRow, type MyOrder, type OrderRow, toOrder } from '../account/my-orders.ts'
import type { LineWork } from '../board/work-of-order.ts'
import type { Changeable } from '../changes/customer-changes.ts'
import type { OrderStep } from '../order-steps.ts'
import type { Parcel } from '../parcels/parcel.ts'
import type { CustomerReturn } from '../returns/return.ts'

/** GET order-page: all that the page of an order shows. Amounts in pounds, days as 'YYYY-MM-DD'. */
export type OrderPageResponse = {
  order: OrderRow
  lines: LineRow[]
  /** The last day to withdraw from the contract; null until the delivery is known. */
  withdraw_until: string | null
  /** The newest first. */
  returns: CustomerReturn[]
  /** The first to leave first. */
  parcels: Parcel[]
  /** Null where it is too late for changes. */
  changeable: Changeable | null
  work: LineWork[]
  /** The paid orders in the same parcel, with the paths of their pages. */
  joined: { order_number: string; path: string }[]
  exchanges: Exchange[]
}

/** The paid order that a return of this one was exchanged for; `return_id`: null for the one whose return this order is for. */
export type Exchange = { order_number: string; path: string; return_id: string | null }

/** POST bought-order: the order of a paid cart, for the browser that paid. */
export type BoughtOrder = Pick<OrderRow, 'order_number' | 'order_status' | 'dispatch_by' | 'arrive_by'> &
  Pick<OrderRow, 'customer_name' | 'final_amount'> & {
    ordered_at: string
    steps: OrderStep[]
    /** Whether the customer withdrew from all that is left of it, and it is not cancelled. */
    is_withdrawn: boolean
    masked_email: string | null
    /** Of the order's page. */
    path: string
    lines: LineRow[]
  }

export type OrderPage = {
  order: MyOrder
  withdrawUntil: string | null
  changeable: Changeable | null
  work: LineWork[]
  /** The paid orders in the same parcel, with the paths of their pages. */
  joined: { order_number: string; path: string }[]
  exchanges: Exchange[]
}

/** The page of a token; `ended` for a link whose time is over, `unknown` for any other invalid one. */
export type FoundOrder = OrderPage | 'unknown' | 'ended' | 'unavailable'

/** Reads the order of a link; no sign-in is needed. Changes nothing. */
export async function readOrderPage(backend: SupabaseClient, token: string): Promise<FoundOrder> {
  const { data, error } = await getFrom(backend, 'order-page', { token })
  if (!data || error) return whyNot(error)
  const { withdraw_until: withdrawUntil, returns, parcels, changeable, work, joined, exchanges } = data
  const order = toOrder(data.order, data.lines, { returns, parcels })
  return { order, withdrawUntil, changeable, work, joined, exchanges }
}

async function whyNot(error: { context?: unknown } | null): Promise<'unknown' | 'ended' | 'unavailable'> {
  const response = error?.context
  if (!(response instanceof Response) || response.status !== 404) return 'unavailable'
  const body = (await response.json().catch(() => null)) as { details?: { reason?: unknown } } | null
  return body?.details?.reason === 'ended' ? 'ended' : 'unknown'
}

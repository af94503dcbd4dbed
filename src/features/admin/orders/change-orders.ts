import { type Called, callFunction } from '../call-function.ts'
import type { OrderRow } from './order.ts'

type Change = {
  order_number: string
  version: number
  order_status?: string
  payment_status?: string
  tracking_number?: string
  shipping_carrier?: string
  ready?: boolean
}

/** What became of one of many changes. */
export type BulkResult =
  | { order_number: string; ok: true; order: OrderRow }
  | { order_number: string; ok: false; code: string; message: string }

/** Changes up to 100 orders, each for itself: one that is refused hinders none of the others. */
export async function changeOrders(changes: Change[]): Promise<Called<BulkResult[]>> {
  const { value, failure } = await callFunction<{ results: BulkResult[] }>('change-orders', { changes })
  return failure ? { failure } : { value: value.results }
}

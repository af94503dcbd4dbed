import type { OrderMoneyResponse } from '#features/payments/refunds/read-order-money.ts'
import type { Wire } from '#platform/client/wire.ts'

/** The response of GET order-money, POST refund-order and POST cancel-order. Amounts in pounds. */
export type OrderMoney = Wire<OrderMoneyResponse>
export type Refund = OrderMoney['refunds'][number]
export type Dispute = OrderMoney['disputes'][number]

import type { OrderMoneyAnswer } from '#features/payments/refunds/order-money.ts'
import type { Wire } from '#platform/client/wire.ts'

/** What GET order-money, POST refund-order and POST cancel-order answer. Amounts in pounds. */
export type OrderMoney = Wire<OrderMoneyAnswer>
export type Refund = OrderMoney['refunds'][number]
export type Dispute = OrderMoney['disputes'][number]

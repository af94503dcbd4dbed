import type { OrderMoneyAnswer } from '#features/orders/refunds/order-money.ts'

/** As JSON carries it: times are ISO texts. */
export type Wire<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Wire<T[K]> } : T

/** What GET order-money, POST refund-order and POST cancel-order answer. Amounts in pounds. */
export type OrderMoney = Wire<OrderMoneyAnswer>
export type Refund = OrderMoney['refunds'][number]
export type Dispute = OrderMoney['disputes'][number]

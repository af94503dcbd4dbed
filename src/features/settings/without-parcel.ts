import { pence } from '#base/money.ts'

/**
 * How an order without a parcel of its own reaches its customer, at no charge. It is a service of the order like any
 * other, and no payment page offers it.
 */
export const collected = { id: 'collected', label: 'Collected in person', pricePence: pence(0) } as const
/** In the parcel of the order to which it was added. */
export const together = { id: 'together', label: 'In the same parcel', pricePence: pence(0) } as const

/** Whether a delivery service is a parcel, which needs an address. */
export function isPosted({ id }: { id: string }): boolean {
  return id !== collected.id && id !== together.id
}

import { AppError } from '#platform/http/errors/app-error.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import type { Zone } from '#shop'
import type { CheckoutRequest } from './checkout-body.ts'
import type { CheckoutNetwork } from './checkout-network.ts'
import { closePage, openPage, type Paying, type PaymentPage } from './payment-page.ts'
import { placeOrder } from './place-order.ts'

export type Beginning = {
  request: CheckoutRequest
  zones: readonly Zone[]
  userId: string | null
  network: CheckoutNetwork
}

/** A cart that changes faster than pages can be closed is being pressed in several tabs at once. */
const rounds = 6

/**
 * From a cart to its payment page. A cart (`cartId`) has one open page: the same press gives the same page, a changed
 * cart closes the old page first. Without a `cartId` every call makes a page. Refuses what `placeOrder` refuses, and busy.
 */
export function beginPayment(paying: Paying, beginning: Beginning): Promise<PaymentPage> {
  // First the turn, then the order: one that nobody can pay for now would hold its code and units for nothing.
  const begin = () => begunInTurn(paying, beginning)
  return paying.provider.inTurn?.(begin) ?? begin()
}

async function begunInTurn(paying: Paying, beginning: Beginning): Promise<PaymentPage> {
  const { db, provider } = paying
  for (let round = 0; round < rounds; round += 1) {
    const placed = await db.asService((tx) => placeOrder(tx, { ...beginning, provider: provider.name }))
    if (placed.order === 'new') faultPoint('checkout.order-committed')
    if (placed.order === 'other') {
      await closePage(paying, placed.id)
      continue
    }
    const page = await openPage(paying, placed.id)
    if (page) return page
  }
  throw new AppError('busy', 'Your cart is being checked out in another window. Please try again in a moment.')
}

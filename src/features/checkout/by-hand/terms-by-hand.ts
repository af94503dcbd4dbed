import { randomBytes } from 'node:crypto'
import { pence, poundsFromPence } from '#base/money.ts'
import type { SettingSources } from '#features/settings/read-shop-settings.ts'
import type { ShopSettings } from '#features/settings/shop-settings.ts'
import { collected, type together } from '#features/settings/without-parcel.ts'
import type { Tx } from '#platform/database/db.ts'
import { fieldError } from '#platform/http/errors/app-error.ts'
import type { ProviderName } from '#platform/payments/providers.ts'
import type { Terms } from '../cart-terms.ts'
import { type CheckoutNetwork, mergeLines } from '../checkout-request.ts'
import type { CheckoutDeps } from '../payment-page.ts'
import { readTerms } from '../place-order.ts'
import { listUnitPrices } from '../price-cart.ts'

/** What orders by hand and payment links need. */
export type LinkDeps = CheckoutDeps & { settingSources: SettingSources }

export type Wares = {
  items: readonly {
    id: string
    size: string
    quantity: number
    heightCm?: number | null | undefined
    heelCm?: number | null | undefined
  }[]
  country: string
  service: string
  discountCode?: string | null | undefined
}

type Wanted = {
  wares: Wares
  giftNote?: string | null | undefined
  settingSources: SettingSources
  provider: ProviderName
  /** The order that is placed anew: it holds nothing twice. */
  replaces?: string | null
  /** Whether a customer writes it down: a pause of the shop stops customers. */
  isByCustomer?: boolean
}

/**
 * The terms of what the owner writes down, by the rules of the checkout and at today's prices; `services` are all that
 * the country has. A pause of the shop does not stop her. Refuses what `readTerms` refuses.
 */
export async function readTermsByHand(
  tx: Tx,
  { wares, giftNote, replaces = null, isByCustomer = false, ...context }: Wanted,
): Promise<{ terms: Terms; settings: ShopSettings }> {
  const { items, country, service, discountCode } = wares
  const prices = await listUnitPrices(tx, items)
  const requested = items.map((item) => ({ ...item, price: prices.get(item.id) ?? pence(0), name: 'This garment' }))
  return readTerms(tx, {
    requested: mergeLines(requested),
    discountCode,
    country,
    service,
    giftNote,
    isTrial: !isByCustomer,
    replaces,
    ...context,
  })
}

/** The one service that the owner chose, frozen with the order. Refuses bad_request for one that the country lacks. */
export function serviceOf({ services }: Terms, id: string): Terms['services'][number] | typeof collected {
  if (id === collected.id) return collected
  const chosen = services.find((service) => service.id === id)
  if (!chosen) throw fieldError('service', 'Please choose a delivery service of this country.')
  return chosen
}

/** The columns of an order that has one delivery service. */
export function frozenDelivery(service: ReturnType<typeof serviceOf> | typeof together): string {
  const { pricePence, ...rest } = service
  return JSON.stringify([{ ...rest, price: poundsFromPence(pricePence) }])
}

/** A network of its own: what the owner writes down is no share of any visitor's. As long as a keyed hash is. */
export function ownNetwork(): CheckoutNetwork {
  return { hash: randomBytes(32).toString('base64url'), isShared: false }
}

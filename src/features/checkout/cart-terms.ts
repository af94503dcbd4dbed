import { createHash } from 'node:crypto'
import { isoDay } from '#base/calendar-day.ts'
import { formatPence, type Pence, pence, sumPence } from '#base/money.ts'
import { samplesId } from '#features/catalogue/samples.ts'
import { discountPence, splitDiscount } from '#features/discounts/discount.ts'
import type { UsableDiscount } from '#features/discounts/discount-codes.ts'
import { countryInText, type DeliveryService, deliveryServices, zoneOf } from '#features/settings/delivery.ts'
import { dispatchAllBy, dispatchEachBy } from '#features/settings/dispatch-and-arrival.ts'
import type { ShopSettings, WorkingTime } from '#features/settings/shop-settings.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { type ProviderName, paymentProviders } from '#platform/payments/providers.ts'
import type { PricedLine } from './price-cart.ts'

/** The terms of an order, frozen when its payment page is created. Days have the form `2026-12-04`. */
export type Terms = {
  lines: (PricedLine & { discount: Pence; dispatchBy: string })[]
  discountCode: UsableDiscount | null
  subtotal: Pence
  discount: Pence
  country: string
  /** The service chosen in the cart first: a payment page preselects the first. */
  services: DeliveryService[]
  /** The countries that the payment page may deliver to, the chosen one first. */
  countries: string[]
  deliversToNorthernIreland: boolean
  dispatchBy: string
  giftNote: string | null
  /** Whether its unpaid page takes work from a week that the owner has limited. */
  holdsWork: boolean
}

/** The delivery zones and production days in force now. */
export type SellingTerms = Pick<ShopSettings, 'zones' | 'deliversToNorthernIreland'> & WorkingTime

/**
 * The terms of a cart. Refuses country_unavailable for a country without delivery, amount_too_small for a total between
 * zero and the provider's smallest charge, and bad_request for a total above its largest.
 */
export function termsOf({
  lines,
  discountCode,
  country,
  service = null,
  giftNote = null,
  orderedAt,
  settings,
  provider,
}: {
  lines: readonly PricedLine[]
  discountCode: UsableDiscount | null
  country: string
  service?: string | null | undefined
  giftNote?: string | null
  orderedAt: Date
  settings: SellingTerms
  provider: ProviderName
}): Terms {
  const { largestChargePence } = paymentProviders[provider]
  const amounts = lines.map((line) => pence(line.unitPence * line.quantity))
  const subtotal = sumPence(amounts)
  const discount = discountPence(subtotal, discountCode?.percent ?? 0)
  const parts = splitDiscount(amounts, discount)
  const goodsPence = pence(subtotal - discount)
  const isLetter = lines.length > 0 && lines.every(({ productId }) => productId === samplesId)
  const services = withFirst(service, deliveryServices({ country, goodsPence, isLetter }, settings.zones))
  if (services.length === 0) {
    throw new AppError('country_unavailable', notThere(country), { status: 400 })
  }
  const totals = services.map((service) => goodsPence + service.pricePence)
  for (const total of totals) refuseSmallCharge(total, { provider, instead: 'Please add something to your cart.' })
  if (totals.some((total) => total > largestChargePence)) {
    throw new AppError(
      'bad_request',
      'This is more than we can take in one card payment. Please write to us about a large order.',
    )
  }
  const makings = lines.map(({ making, pieceWork, quantity }) => ({ ...making, work: pieceWork * quantity }))
  const days = dispatchEachBy(orderedAt, makings, settings)
  const dispatchAll = isoDay(dispatchAllBy(orderedAt, makings, settings))
  const promised = lines.map((line, index) => ({
    ...line,
    discount: parts[index] ?? pence(0),
    dispatchBy: isoDay(days[index] ?? orderedAt),
  }))
  const zone = zoneOf(country, settings.zones)?.countries ?? []
  return {
    lines: promised,
    discountCode,
    subtotal,
    discount,
    country,
    services,
    countries: [country, ...zone.filter((other) => other !== country)],
    deliversToNorthernIreland: settings.deliversToNorthernIreland,
    dispatchBy: dispatchAll,
    giftNote,
    holdsWork: Boolean(settings.freeDay) && makings.some(({ work }) => work > 0),
  }
}

/**
 * Refuses amount_too_small for a total between zero and the provider's smallest charge. `instead`: what to do, as a
 * sentence.
 */
export function refuseSmallCharge(
  total: number,
  { provider, instead }: { provider: ProviderName; instead: string },
): void {
  const { smallestChargePence: smallest } = paymentProviders[provider]
  if (total <= 0 || total >= smallest) return
  const message = `The smallest amount we can charge to a card is ${formatPence(pence(smallest))}. ${instead}`
  throw new AppError('amount_too_small', message)
}

function withFirst(id: string | null, services: DeliveryService[]): DeliveryService[] {
  return services.toSorted((a, b) => Number(b.id === id) - Number(a.id === id))
}

/** Two messages: the zone is switched off for now, or the shop has no zone for the country. */
function notThere(country: string): string {
  return zoneOf(country)
    ? `We don’t deliver to ${countryInText(country)} just now. Please choose another country in your cart.`
    : 'We don’t deliver to this country yet. Please choose another one.'
}

/**
 * Identifies the terms of a purchase: two requests with equal fingerprints share a payment page. Contains everything
 * the customer saw (prices, dispatch dates, discount, measurements, gift note), so a changed cart never reuses an old
 * page. What a line or an order lacks is left out, so that a page opened before the field existed is reused.
 */
export function fingerprint({ lines, discountCode, country, services, giftNote }: Terms): string {
  const shown = lines.map((line) => [
    line.productId,
    line.size,
    line.quantity,
    line.unitPence,
    line.isPreorder,
    line.dispatchBy,
    ...(line.preorderReason ? [line.preorderReason] : []),
    ...(line.sizeAdvice ? [line.sizeAdvice] : []),
    ...(line.heightCm ? [line.heightCm] : []),
    ...(line.heelCm ? [`heel ${line.heelCm}`] : []),
  ])
  const offered = services.map(({ id, pricePence }) => [id, pricePence])
  const terms = [shown, discountCode, country, offered, ...(giftNote ? [giftNote] : [])]
  return createHash('sha256').update(JSON.stringify(terms)).digest('base64url')
}

import { sql } from 'kysely'
import { formatClockAndZone } from '#base/shop-time.ts'
import { countSoldPieces, findReservations, type Reservation } from '#features/catalogue/preorders/preorder-stock.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { type ProviderName, paymentProviders } from '#platform/payments/providers.ts'
import type { CheckoutNetwork } from './checkout-request.ts'
import type { PricedLine } from './price-cart.ts'

/** Lifetime of a payment page with a limited garment, in minutes: the provider's shortest, plus one to create the page. */
export function reservationMinutes(provider: ProviderName): number {
  return paymentProviders[provider].minPageMinutes + 1
}

/** Maximum unpaid pieces of one limited garment: per cart, and across all open payment pages of a network. */
const mostInCart = 4
export const mostOfNetwork = 6

const minuteMs = 60_000
/** A page this long past its expiry is not released soon: its payment is still processing. */
const overdueMs = 5 * minuteMs

type PreorderRequest = {
  lines: readonly PricedLine[]
  network: CheckoutNetwork
  provider: ProviderName
  /** The cart's own open order; its pieces are released before new ones are reserved. */
  replaces: string | null
}

/**
 * Refuses a cart that needs more pieces of a limited garment than are left: `unavailable` when the pieces are sold,
 * `reserved` (with the time to retry) when unpaid payment pages hold them or the cart or network would exceed its
 * share. Locks the garment's row until `tx` ends, so that concurrent carts count one another; garments without a limit
 * are not locked.
 */
export async function assertPreorderStock(
  tx: Tx,
  { lines, network, provider, replaces }: PreorderRequest,
): Promise<void> {
  const limited = lines.filter((line) => line.preorderLimit !== null)
  // One lock order for all carts, which rules out a deadlock.
  const ids = [...new Set(limited.map((line) => line.productId))].sort()
  for (const id of ids) {
    const { limit, now } = await tx
      .selectFrom('products')
      .select(['preorder_limit as limit', sql<Date>`shop_now()`.as('now')])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (limit === null) continue
    const left = limit - (await countSoldPieces(tx, id))
    const others = (await findReservations(tx, id)).filter(({ orderId }) => orderId !== replaces)
    const own = limited.filter((line) => line.productId === id)
    const minutes = reservationMinutes(provider)
    const reason = findConflict({ lines: own, left, others, network, now, minutes })
    if (reason) throw reason
  }
}

type Stock = {
  lines: PricedLine[]
  /** Pieces that are not sold. */
  left: number
  /** Reservations of other carts. */
  others: Reservation[]
  network: CheckoutNetwork
  now: Date
  /** How long a new reservation lasts. */
  minutes: number
}

function findConflict({ lines, left, others, network, now, minutes }: Stock): AppError | null {
  const name = lines[0]?.name ?? ''
  const wanted = lines.reduce((sum, line) => sum + line.quantity, 0)
  if (wanted > left) return preorderError('unavailable', { lines, message: soldOut(name, left) })
  if (wanted > mostInCart) {
    const retryAt = minuteAfter(now.getTime() + minutes * minuteMs)
    return preorderError('reserved', { lines, message: cartIsFull(name, mostInCart), retryAt, now })
  }
  const own = others.filter((reservation) => reservation.network === network.hash)
  const most = network.isShared ? Math.max(mostOfNetwork, Math.floor(left / 2)) : mostOfNetwork
  const ofNetwork = most - countPieces(own)
  const free = left - countPieces(others)
  if (wanted > ofNetwork && !network.isShared) {
    const retryAt = releaseTime(own, wanted - ofNetwork, now, minutes)
    const message = networkIsFull({ name, most, free: Math.min(ofNetwork, free), retryAt })
    return preorderError('reserved', { lines, message, retryAt, now })
  }
  const available = Math.min(free, ofNetwork)
  if (wanted > available) {
    const retryAt = releaseTime(wanted > free ? others : own, wanted - available, now, minutes)
    return preorderError('reserved', {
      lines,
      message: othersReserved({ name, free: available, retryAt }),
      retryAt,
      now,
    })
  }
  return null
}

/** The whole minute by which this many pieces are released if no page is paid. */
export function releaseTime(reservations: Reservation[], pieces: number, now: Date, minutes: number): Date {
  const ends = reservations
    .flatMap(({ until, pieces }) => (until ? [{ at: until.getTime(), pieces }] : []))
    .filter(({ at }) => at > now.getTime() - overdueMs)
    .sort((one, other) => one.at - other.at)
  let released = 0
  for (const end of ends) {
    released += end.pieces
    if (released >= pieces) return minuteAfter(Math.max(end.at, now.getTime()))
  }
  return minuteAfter(now.getTime() + minutes * minuteMs)
}

/** The next whole minute by which the job, which runs twice a minute, has released a page that expires at `time`. */
function minuteAfter(time: number): Date {
  return new Date(Math.ceil((time + minuteMs) / minuteMs) * minuteMs)
}

function countPieces(reservations: readonly Reservation[]): number {
  return reservations.reduce((sum, { pieces }) => sum + pieces, 0)
}

type Reason = { lines: PricedLine[]; message: string; retryAt?: Date; now?: Date }

export function preorderError(code: 'unavailable' | 'reserved', { lines, message, retryAt, now }: Reason): AppError {
  const named = lines.map(({ productId, size, name }) => ({ id: productId, size, name, reason: code }))
  if (!retryAt || !now) return new AppError(code, message, { status: 409, details: { lines: named } })
  return new AppError(code, message, {
    status: 409,
    details: { lines: named, retryAt: retryAt.toISOString() },
    retryAfterSeconds: Math.ceil((retryAt.getTime() - now.getTime()) / 1000),
  })
}

/** `left`: pieces that are not sold. */
function soldOut(name: string, left: number): string {
  return left <= 0 ? `The pre-order for the ${name} is full.` : `Only ${left} of the ${name} can still be pre-ordered.`
}

function cartIsFull(name: string, most: number): string {
  return `You can order up to ${most} of the ${name} at a time. Check out with ${most} now; once they’re paid for, you can order more.`
}

/** `free`: how many can be reserved from this network now, possibly none. */
function networkIsFull({
  name,
  most,
  free,
  retryAt,
}: {
  name: string
  most: number
  free: number
  retryAt: Date
}): string {
  const rule = `We can hold up to ${most} unpaid pieces of the ${name} per internet connection.`
  const advice = free > 0 ? `Order ${free} now` : 'Pay for the ones you have reserved'
  return `${rule} ${advice}, or try again at ${formatClockAndZone(retryAt)}.`
}

/** `free`: how many can be reserved now, possibly none. */
function othersReserved({ name, free, retryAt }: { name: string; free: number; retryAt: Date }): string {
  const time = formatClockAndZone(retryAt)
  if (free <= 0) return `All remaining pieces of the ${name} are in other carts just now. Please try again at ${time}.`
  const count = free === 1 ? `Only 1 piece of the ${name} is` : `Only ${free} pieces of the ${name} are`
  return `${count} available just now, as the rest are in other carts. Order ${free} now, or try again at ${time}.`
}

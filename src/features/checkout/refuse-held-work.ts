import { sql } from 'kysely'
import { shopDate } from '#base/shop-clock.ts'
import { formatClockAndZone } from '#base/shop-time.ts'
import { type Capacity, capacityOn, onePiece } from '#features/settings/capacity.ts'
import { readShopNow, type Tx } from '#platform/database/db.ts'
import type { ProviderName } from '#platform/payments/providers.ts'
import { mostOfNetwork, preorderError, releaseTime, reservationMinutes } from './assert-preorder-stock.ts'
import type { CheckoutNetwork } from './checkout-request.ts'
import type { PricedLine } from './price-cart.ts'

type HeldWorkRequest = {
  lines: readonly PricedLine[]
  capacity: readonly Capacity[]
  network: CheckoutNetwork
  provider: ProviderName
  /** The cart's own open order. */
  replaces: string | null
}

/**
 * Refuses `reserved`, with the time to retry, where the unpaid payment pages of one network would hold more than a week's
 * work: without this rule one visitor could push every promise of the shop. A week of a few pieces counts as six.
 */
export async function refuseHeldWork(
  tx: Tx,
  { lines, capacity, network, provider, replaces }: HeldWorkRequest,
): Promise<void> {
  const garments = lines.filter(({ pieceWork }) => pieceWork > 0)
  const wanted = garments.reduce((sum, { pieceWork, quantity }) => sum + pieceWork * quantity, 0)
  if (wanted === 0) return
  const now = await readShopNow(tx)
  const week = capacityOn(capacity, shopDate(now))
  if (week === null) return
  const most = Math.max(mostOfNetwork, week)
  const minutes = reservationMinutes(provider)
  const others = wanted > most * onePiece || network.isShared ? [] : await findHeldWork(tx, network, replaces)
  const left = most * onePiece - others.reduce((sum, { pieces }) => sum + pieces, 0)
  if (wanted <= left) return
  const retryAt = releaseTime(others, wanted - left, now, minutes)
  const message =
    others.length === 0
      ? `We can take up to ${most} pieces in one order. Order ${most} now; once they’re paid for, you can order more.`
      : `We can hold up to ${most} unpaid pieces per internet connection. Pay for the ones you have reserved, or try again at ${formatClockAndZone(retryAt)}.`
  throw preorderError('reserved', { lines: garments.slice(0, 1), message, retryAt, now })
}

/** The work of a network's open payment pages. */
async function findHeldWork(tx: Tx, { hash }: CheckoutNetwork, replaces: string | null) {
  const { rows } = await sql<{ orderId: string; pieces: number; until: Date | null; network: string }>`
    select o.id as "orderId", sum(l.work_hundredths * l.quantity)::int as pieces,
        o.payment_session_expires_at as until, n.network
      from private.reservation_networks n join public.pre_orders o on o.id = n.order_id
      join public.order_lines l on l.order_id = o.id
     where n.network = ${hash} and o.id is distinct from ${replaces}::uuid
       and private.is_reserved(o.provider_state, o.payment_status, o.order_status)
     group by o.id, n.network`.execute(tx)
  return rows
}

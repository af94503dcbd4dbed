import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { dayMs } from '#base/day-ms.ts'
import { type Pounds, parsePounds } from '#base/money.ts'
import { beginPayment, type CheckoutDeps } from '#features/checkout/payment-page.ts'
import { settleOrder } from '#features/payments/settle-order.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { PaymentCustomer } from '#platform/payments/provider.ts'
import { completeSession, findSession } from '#platform/payments/test/ledger.ts'

/** The oldest order, in days before now. */
const pastDays = 120

const firstNames = 'Ruth Hannah Miriam Esther Naomi Leah Abigail Lydia Maryam Adaeze Siobhán'.split(' ')
const lastNames = 'Hill Okafor Patel Evans Murray Clarke Hussain Bennett Walsh Reid Kowalska'.split(' ')
const streets = ['Orchard Row', 'Mill Lane', 'Church Street', 'Station Road', 'Park View', 'The Crescent']
const places = [
  ['Leeds', 'LS6 2AB'],
  ['Bradford', 'BD3 9QT'],
  ['London', 'E8 3PN'],
  ['Cardiff', 'CF10 1BH'],
  ['Edinburgh', 'EH6 5JX'],
  ['Bristol', 'BS5 0HE'],
] as const

/** Something that happens at a moment of the shop's past, in ms since 1970. */
type Event = { at: number; run: () => Promise<void> }
type Garment = { id: string; name: string; price: Pounds; sizes: string[] }

/**
 * Adds `count` orders of the last 120 days by the same use cases as a checkout, so that the payment ledger, the audit
 * log and the orders agree: the shop's clock is set back and moved forward from event to event, and is right again at
 * the end. One order in twelve stays unpaid. E-mails of these orders are marked as sent and none is sent. Refuses
 * bad_request where no garment is on sale.
 */
export async function seedOrders(deps: CheckoutDeps, count: number): Promise<{ paid: number; unpaid: number }> {
  const { db } = deps
  const garments = await db.asService(listGarments)
  if (garments.length === 0)
    throw new AppError('bad_request', 'No garment is on sale: start the shop once, then seed it.')
  const now = Date.now()
  const ids: string[] = []
  const made = { paid: 0, unpaid: 0 }
  const events = Array.from({ length: count }, (_, index): Event => {
    const at = now - pastDays * dayMs * (1 - index / count) ** 1.5 - randomInt(60_000) - 60_000
    return { at, run: () => order(at, index % 12 === 5) }
  })

  async function order(at: number, isUnpaid: boolean): Promise<void> {
    const { sessionId } = await beginPayment(deps, {
      request: {
        items: cartOf(garments),
        cartId: randomUUID(),
        country: randomInt(10) === 0 ? 'IE' : 'GB',
        discountCode: null,
        validateOnly: null,
      },
      settingSources: {},
      // In the shop's past, which may be before its opening.
      isTrial: true,
      userId: null,
      network: { hash: randomUUID().padEnd(43, '-'), isShared: false },
    })
    if (isUnpaid) await deps.provider.expireSession(sessionId)
    else await db.asService((tx) => pay(tx, sessionId))
    await settleOrder(deps, sessionId)
    const { id } = await db.asService((tx) =>
      tx.selectFrom('pre_orders').select('id').where('payment_session_id', '=', sessionId).executeTakeFirstOrThrow(),
    )
    ids.push(id)
    made[isUnpaid ? 'unpaid' : 'paid']++
    if (!isUnpaid) addLife(id, at)
  }

  /** The later events of a paid order: begun, ready, posted and delivered, or cancelled. */
  function addLife(id: string, at: number): void {
    const status = (days: number, set: Record<string, unknown>) =>
      events.push({
        at: at + days * dayMs,
        run: () =>
          db.asService(async (tx) => {
            await tx.updateTable('pre_orders').set(set).where('id', '=', id).execute()
          }),
      })
    if (randomInt(40) === 0) return void status(1, { order_status: 'cancelled' })
    const begun = 2 + randomInt(4)
    status(begun, { order_status: 'processing' })
    status(begun + 3, { ready_at: sql`public.shop_now()` })
    const tracking_number = `RM${randomInt(100_000_000, 999_999_999)}GB`
    status(begun + 4, { order_status: 'shipped', shipping_carrier: 'Royal Mail', tracking_number })
    status(begun + 7, { order_status: 'delivered' })
  }

  try {
    while (events.length > 0) {
      events.sort((one, other) => other.at - one.at)
      const next = events.pop()
      if (!next || next.at > now) break
      await db.asService((tx) => setClock(tx, next.at - Date.now()))
      await next.run()
      await db.asService((tx) => markEmailsSent(tx, ids))
    }
  } finally {
    await db.asService((tx) => setClock(tx, 0))
  }
  return made
}

/** `aheadMs` is negative for the past. */
async function setClock(tx: Tx, aheadMs: number): Promise<void> {
  await sql`update private.clock set ahead = ${Math.round(aheadMs)}::float8 * interval '1 millisecond'`.execute(tx)
}

function listGarments(tx: Tx): Promise<Garment[]> {
  return tx
    .selectFrom('products')
    .select(['id', 'name', 'price', 'sizes'])
    .where('active', '=', true)
    .where('preorder_limit', 'is', null)
    .execute()
}

function cartOf(garments: readonly Garment[]) {
  const chosen = new Set(Array.from({ length: pick([1, 1, 1, 2, 3]) }, () => pick(garments)))
  return [...chosen].map(({ id, name, price, sizes }) => ({
    ...{ id, name, price: parsePounds(price), size: pick(sizes) },
    quantity: randomInt(12) === 0 ? 2 : 1,
  }))
}

async function pay(tx: Tx, sessionId: string): Promise<void> {
  const session = await findSession(tx, sessionId)
  const delivery = session && pick(session.request.deliveryOptions)
  if (!delivery) throw new Error(`The payment page ${sessionId} has no delivery service`)
  await completeSession(tx, { id: sessionId, delivery, customer: customer(session.request.countries[0] ?? 'GB') })
}

/** Marks every e-mail of these orders as sent, so that none is sent. */
async function markEmailsSent(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await sql`update private.outbox set state = 'sent', sent_at = public.shop_now()
    where order_id = any(${orderIds.slice(-50)}::uuid[]) and state = 'waiting'`.execute(tx)
}

/** A pretended customer with an address at example.com, which receives no e-mail. */
function customer(country: string): PaymentCustomer {
  const name = `${pick(firstNames)} ${pick(lastNames)}`
  const [city, postcode] = country === 'GB' ? pick(places) : (['Dublin', 'D02 AF30'] as const)
  return {
    name,
    email: `${name
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/[^a-z ]/g, '')
      .replace(' ', '.')}.${randomInt(10_000)}@example.com`,
    phone: `+4477009${String(randomInt(100_000)).padStart(5, '0')}`,
    address: { line1: `${randomInt(1, 90)} ${pick(streets)}`, line2: null, city, postcode, country },
  }
}

/** One of `choices` at random; throws for an empty list. */
function pick<T>(choices: readonly T[]): T {
  const chosen = choices[randomInt(choices.length)]
  if (chosen === undefined) throw new Error('nothing to choose from')
  return chosen
}

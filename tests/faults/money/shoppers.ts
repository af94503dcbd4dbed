import { randomUUID } from 'node:crypto'
import { itemOf } from '#tests/fixtures/checkout-shop.ts'
import type { Promised } from '#tests/fixtures/money-checker.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import type { Row } from '#tests/fixtures/rows.ts'
import type { KillableShop } from './killable-shop.ts'

type Cart = { cartId: string; items: object[]; discountCode: string | null; country: string }
type Product = Row<'products'>

export type Shoppers = {
  /** The successful responses, whose effects must last. */
  promised: Required<Promised>
  /** A customer buys or leaves; if the program is dead, the customer returns later. */
  visit(): Promise<void>
  /** The administrator refunds a part of a paid order. */
  refundPart(): Promise<void>
  /** Half of the customers with an unpaid page return to it. */
  payLate(): Promise<void>
  /** Klarna decides on this share of its open payments. */
  settleKlarna(share: number): Promise<void>
  /** Responses that are not allowed, such as a second page for the same cart. */
  complaints: string[]
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const customer = { email: 'ruth@example.com', name: 'Ruth Moab', phone: '+447700900123' }
const addresses = {
  GB: { line1: '1 Barley Row', city: 'Leeds', postcode: 'LS1 4AP', country: 'GB' },
  FR: { line1: '1 rue du Blé', city: 'Lyon', postcode: '69001', country: 'FR' },
  US: { line1: '1 Barley Road', city: 'Salem', postcode: '97301', country: 'US' },
} as const

/** The customer's entries on the payment page. */
export function payerFrom(country: string) {
  return { customer, address: addresses[country as keyof typeof addresses] ?? addresses.GB }
}

/** Customers whose actions are determined by the seed. */
export function shoppersIn(
  { ask, stripe, db, isRunning }: KillableShop,
  { products, codes, seed }: { products: Product[]; codes: (string | null)[]; seed: number },
): Shoppers {
  const random = seeded(seed)
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const promised = { pages: [] as string[], events: [] as string[], refunds: [] as string[] }
  const complaints: string[] = []
  const again: Cart[] = []
  const unpaid: { page: string; country: string }[] = []
  const lastPress = new Map<string, { wanted: string; page: string | null }>()
  const pending: string[] = []

  const items = () =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
      itemOf(oneOf(products), { quantity: 1 + Math.floor(random() * 3), size: oneOf(['8-10', '10-12', '12-14']) }),
    )
  const cart = (): Cart => ({
    ...{ cartId: randomUUID(), items: items(), discountCode: oneOf(codes) },
    country: oneOf(['GB', 'GB', 'FR', 'US']),
  })

  /**
   * The page of a cart. After a kill, another press of the same cart must return the existing page. A press of a changed
   * cart may have closed it, also where the response was lost.
   */
  async function press(cart: Cart): Promise<string | null> {
    const wanted = JSON.stringify(cart)
    const last = lastPress.get(cart.cartId)
    const before = last?.wanted === wanted ? last.page : null
    lastPress.set(cart.cartId, { wanted, page: before })
    const response = await ask('create-stripe-checkout', cart, null, networkOf(cart.cartId))
    if (!response) return null
    const page = response.body.sessionId
    if (response.status !== 200 || !page) {
      if (response.status >= 500 && response.status !== 503)
        complaints.push(`${response.status} ${JSON.stringify(response.body)}`)
      return null
    }
    if (before && before !== page) complaints.push(`C5 ${wanted} was given ${before}, then ${page}`)
    lastPress.set(cart.cartId, { wanted, page })
    if (!promised.pages.includes(page)) promised.pages.push(page)
    return page
  }

  async function pay(page: string, country: string): Promise<void> {
    const how = oneOf(['card', 'card', 'card', 'three_d_secure', 'klarna', 'klarna_later'] as const)
    const { payment_status } = await stripe.pay(page, { how, ...payerFrom(country) })
    if (payment_status === 'unpaid') pending.push(page)
  }

  return {
    promised,
    complaints,
    async visit() {
      if (!isRunning()) return
      let wanted = again.shift() ?? cart()
      let page = await press(wanted)
      if (page && random() < 0.2) {
        // The same press in another tab: whatever its response, the customer pays on the first page.
        await press(wanted)
      }
      if (page && random() < 0.2) {
        // The customer returns to the cart and adds to it.
        wanted = { ...wanted, items: items() }
        page = await press(wanted)
      }
      if (!page) {
        again.push(wanted)
        return
      }
      if (random() < 0.15) {
        unpaid.push({ page, country: wanted.country })
        return
      }
      await pay(page, wanted.country)
      if (random() < 0.3) await ask(`checkout-status?session_id=${page}`)
    },
    async refundPart() {
      const paid = await db.asService((tx) =>
        tx
          .selectFrom('pre_orders')
          .select(['order_number', 'final_amount', 'refunded_amount'])
          .where('provider_state', 'in', ['paid', 'partly_refunded'])
          .where('final_amount', '>', pounds(5))
          .orderBy('paid_at', 'desc')
          .limit(20)
          .execute(),
      )
      if (paid.length === 0 || !isRunning()) return
      const { order_number } = oneOf(paid)
      const request_id = randomUUID()
      const amount = random() < 0.3 ? null : 1 + Math.floor(random() * 100) / 100
      const response = await ask(
        'refund-order',
        { order_number, amount, reason: 'goodwill', note: null, request_id },
        'admin',
      )
      if (response?.status === 200) promised.refunds.push(request_id)
      else if (response && response.status >= 500)
        complaints.push(`${response.status} ${JSON.stringify(response.body)}`)
    },
    async payLate() {
      for (const { page, country } of unpaid) {
        if (random() < 0.5 && isOpen(page)) await pay(page, country)
      }
    },
    async settleKlarna(share) {
      for (const page of pending.splice(0)) {
        if (random() >= share) pending.push(page)
        else await stripe.settleLater(page, random() < 0.7 ? 'succeeded' : 'failed')
      }
    },
  }

  function isOpen(page: string): boolean {
    return stripe.ledger.sessions().find((session) => session.id === page)?.status === 'open'
  }
}

/** A network of its own for each cart: one network holds few uses of a limited code. */
export function networkOf(cartId: string): string {
  return `2001:db8:${cartId.slice(0, 4)}:${cartId.slice(4, 8)}::1`
}

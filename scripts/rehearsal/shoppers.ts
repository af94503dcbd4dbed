import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Pounds } from '#base/money.ts'
import { idOf } from '#tests/fixtures/stripe/objects.ts'
import type { PayOptions } from '#tests/fixtures/stripe/stripe-stand-in.ts'
import type { Stage } from './stage.ts'

type Garment = { id: string; name: string; price: Pounds; sizes: string[] }
export type Shoppers = {
  /** Starts this many pretended shoppers, without waiting for them. */
  send(count: number): void
  /** `waiting`: Klarna decides later. `declined`: by Klarna. Neither has paid. */
  progress(): {
    running: number
    paid: number
    waiting: number
    declined: number
    left: number
    refused: Map<string, number>
  }
}

/** Ways to pay, in per cent of the shoppers. */
const habits: [NonNullable<PayOptions['how']>, number][] = [
  ['card', 66],
  ['three_d_secure', 10],
  ['declined', 8],
  ['klarna', 7],
  ['klarna_later', 4],
  ['abandon', 5],
]
const atOnce = 12

/** Pretended shoppers: each fills a cart, opens Stripe's page and pays, or leaves. */
export function openShoppers(stage: Stage): Shoppers {
  const waiting: (() => Promise<void>)[] = []
  let running = 0
  let left = 0
  const gone = new Set<string>()
  const refused = new Map<string, number>()

  function next(): void {
    const shopper = waiting.shift()
    if (!shopper) return
    running++
    shopper()
      .catch((error: unknown) => count(error instanceof Error ? error.message : String(error)))
      .finally(() => {
        running--
        next()
      })
  }

  function count(why: string): void {
    refused.set(why, (refused.get(why) ?? 0) + 1)
  }

  /** The results so far, from the stand-in's ledger. */
  function ends(): { paid: number; waiting: number; declined: number } {
    const { ledger } = stage.stripe
    const sessions = ledger.sessions().filter((session) => gone.has(session.id))
    const unpaid = new Set(
      sessions.flatMap((page) => (page.payment_status === 'unpaid' ? [idOf(page.payment_intent)] : [])),
    )
    const payments = ledger.payments().filter((payment) => unpaid.has(payment.id))
    const waiting = payments.filter((payment) => payment.status === 'processing').length
    return { paid: sessions.length - unpaid.size, waiting, declined: unpaid.size - waiting }
  }

  async function shop(): Promise<void> {
    const garments = await onSale(stage)
    if (garments.length === 0) return count('nothing is on sale')
    const response = await fetch(`${stage.siteUrl}/functions/v1/create-stripe-checkout`, {
      method: 'POST',
      // Each has an address of its own for the rate limits, like a real customer.
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.${byte()}.${byte()}.${byte()}` },
      body: JSON.stringify({ cartId: randomUUID(), country: 'GB', items: cartOf(garments) }),
    })
    const body: { sessionId?: string; message?: string } = await response.json()
    if (!response.ok || !body.sessionId) return count(body.message ?? `status ${response.status}`)
    await payAt(body.sessionId)
  }

  async function payAt(id: string): Promise<void> {
    const { stripe } = stage
    const habit = habitOf(randomInt(100))
    const page = stripe.ledger.sessions().find((session) => session.id === id)
    const hasKlarna = page?.payment_method_types.includes('klarna') ?? false
    const how = habit.startsWith('klarna') && !hasKlarna ? 'card' : habit
    const name = `${pick(firstNames)} ${pick(lastNames)}`
    const email = `${name.toLowerCase().replace(' ', '.')}.${randomInt(10_000)}@example.com`
    const customer = { name, email, phone: `+4477009${String(randomInt(100_000)).padStart(5, '0')}` }
    await stripe.pay(id, { how, customer })
    if (how === 'abandon') left++
    else {
      if (how === 'declined') await stripe.pay(id, { how: 'card', customer })
      gone.add(id)
    }
  }

  return {
    send(count) {
      for (let index = 0; index < count; index++) waiting.push(shop)
      while (running < atOnce && waiting.length > 0) next()
    },
    progress: () => ({ running: running + waiting.length, ...ends(), left, refused }),
  }
}

async function onSale({ db }: Stage): Promise<Garment[]> {
  return db.asService((tx) =>
    tx
      .selectFrom('products')
      .select(['id', 'name', 'price', 'sizes'])
      .where('active', '=', true)
      .where(sql<boolean>`(preorder_end_date is null or preorder_end_date > shop_now())`)
      .execute(),
  )
}

function cartOf(garments: Garment[]) {
  const chosen = new Set(Array.from({ length: randomInt(1, 4) }, () => pick(garments)))
  return [...chosen].map(({ id, name, price, sizes }) => {
    return { id, name, price: Number(price), size: pick(sizes), quantity: randomInt(10) === 0 ? 2 : 1 }
  })
}

function habitOf(roll: number): NonNullable<PayOptions['how']> {
  let left = roll
  for (const [how, share] of habits) {
    if (left < share) return how
    left -= share
  }
  return 'card'
}

function pick<T>(choices: readonly T[]): T {
  const chosen = choices[randomInt(choices.length)]
  if (chosen === undefined) throw new Error('nothing to choose from')
  return chosen
}

function byte(): number {
  return randomInt(1, 255)
}

const firstNames = ['Ruth', 'Hannah', 'Miriam', 'Esther', 'Naomi', 'Leah', 'Abigail', 'Lydia', 'Martha', 'Judith']
const lastNames = ['Hill', 'Okafor', 'Patel', 'Evans', 'Murray', 'Clarke', 'Hussain', 'Bennett', 'Walsh', 'Reid']

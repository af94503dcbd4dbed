import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { lineOf, readGarments } from '#tests/fixtures/public-garments.ts'
import { startStripe } from '#tests/fixtures/stripe/stripe-stand-in.ts'
import type { Figures } from './figures.ts'
import { browse } from './load.ts'
import { openShop, request } from './shop.ts'

const shoppers = 1_000
const withinMs = 10_000

/**
 * The minute of the launch: a thousand customers press checkout within ten seconds, while others browse cached and
 * uncached pages and Stripe takes 300 ms for each response. Each gets a page or an honest message.
 */
export async function checkoutBurst({ add, note }: Figures): Promise<void> {
  await using stripe = await startStripe()
  stripe.faults.next({ kind: 'slow', ms: 300, times: Number.MAX_SAFE_INTEGER })
  await using shop = await openShop({
    RATE_LIMITS: 'false',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  })
  const { garments } = await readGarments(shop.url)
  const pageOf = (n: number) => shop.url + (n % 2 ? '/shop' : `/product/${garments[0].slug}?each=${n}`)

  async function press(index: number) {
    await sleep((index * withinMs) / shoppers)
    const beganMs = performance.now()
    const body = { items: [lineOf(garments[0])], cartId: randomUUID() }
    const response = await request(shop, '/functions/v1/create-stripe-checkout', { body, status: 'any' })
    const { url, message } = (await response.json()) as { url?: string; message?: string }
    const isPage = response.status === 200 && url?.startsWith(stripe.url)
    const isHonest = response.status === 503 && message
    return { ms: performance.now() - beganMs, got: isPage ? 'page' : isHonest ? 'message' : 'other' }
  }

  const quiet = await browse(pageOf, sleep(5_000))
  const presses = Promise.all(Array.from({ length: shoppers }, (_, index) => press(index)))
  const busy = await browse(pageOf, presses)
  const answers = await presses
  const count = (what: string) => answers.filter(({ got }) => got === what).length
  note('clicks on checkout that ended with a page', count('page'), 'of 1,000')
  note('clicks that ended with an honest message', count('message'), 'of 1,000')
  add('clicks that ended otherwise', count('other'), '', { atMost: 0 })
  add('longest wait for either', Math.max(...answers.map(({ ms }) => ms)) / 1_000, 's', { atMost: 20 })
  // Averaged over some seconds, since a busy process records the arrivals.
  const times = stripe.ledger.requests().map(({ at }) => at)
  const perSecond = times.map((from) => times.filter((at) => at >= from && at < from + 3_000).length / 3)
  add('requests to Stripe a second, in its busiest three', Math.max(...perSecond), '', { atMost: 20 })
  note('browsing before, p99', quiet.p99Ms, 'ms', quiet.errors)
  add('browsing meanwhile, p99', busy.p99Ms, 'ms', { atMost: 200 }, busy.errors)
}

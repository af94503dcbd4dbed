import { randomUUID } from 'node:crypto'
import { cpus } from 'node:os'
import { dataFolder, type Running, startShop } from '#tests/fixtures/program.ts'
import { lineOf, readGarments } from '#tests/fixtures/public-garments.ts'
import { startStripe } from '#tests/fixtures/stripe/stripe-stand-in.ts'
import { collectFigures } from './figures.ts'

/**
 * The minute of the launch: a thousand customers press checkout within ten seconds, while others browse and Stripe
 * takes 300 ms for each response. Each gets a page or an honest message within 20 s, and Stripe gets at most
 * 20 requests a second. Run it on a quiet machine with `npm run bench checkout-burst`.
 */
const port = 22_950
const shoppers = 1_000
const withinMs = 10_000

type Answer = { status: number; ms: number; isPage: boolean; isHonest: boolean }

const { add, note, print } = collectFigures()
await using data = await dataFolder()
await using stripe = await startStripe({ port: port + 1 })
stripe.faults.next({ kind: 'slow', ms: 300, times: Number.MAX_SAFE_INTEGER })
const shop = await startShop(data.path, port, {
  RATE_LIMITS: 'false',
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  STRIPE_API_BASE: stripe.url,
})
try {
  await benchBurst(shop)
} finally {
  await shop.stop()
}
print(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`)

async function benchBurst({ url }: Running): Promise<void> {
  const { key, garments } = await readGarments(url)
  const { slug } = garments[0]
  const item = lineOf(garments[0])
  const quiet = await browse(url, slug, pause(5_000))
  const clicks = Promise.all(
    Array.from({ length: shoppers }, async (_, index) => {
      await pause((index * withinMs) / shoppers)
      return press(url, key, item)
    }),
  )
  const browsed = await browse(url, slug, clicks)
  const responses = await clicks
  const pages = responses.filter((response) => response.isPage)
  const others = responses.filter((response) => !response.isPage && !response.isHonest)
  note('clicks on checkout that ended with a page', pages.length, 'of 1,000')
  note('clicks that ended with an honest message', responses.length - pages.length - others.length, 'of 1,000')
  add('clicks that ended otherwise', others.length, '', { atMost: 0 })
  add('longest wait for either', Math.max(...responses.map(({ ms }) => ms)) / 1_000, 's', { atMost: 20 })
  const requestedAt = stripe.ledger.requests().map(({ at }) => at)
  add('requests to Stripe a second, in its busiest three', busiest(requestedAt, 3), '', { atMost: 20 })
  note('browsing before, p99', p99(quiet.times), 'ms', quiet.errors)
  add('browsing meanwhile, p99', p99(browsed.times), 'ms', { atMost: 200 }, browsed.errors)
}

async function press(url: string, key: string, item: object): Promise<Answer> {
  const began = performance.now()
  const response = await fetch(`${url}/functions/v1/create-stripe-checkout`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ items: [item], cartId: randomUUID() }),
  })
  const body = (await response.json()) as { url?: string; message?: string }
  const isPage = response.status === 200 && Boolean(body.url?.startsWith(stripe.url))
  const isHonest = response.status === 503 && Boolean(body.message)
  return { status: response.status, ms: performance.now() - began, isPage, isHonest }
}

/** Fifty pages a second, cached and uncached in turn, until the burst is over. */
async function browse(url: string, slug: string, until: Promise<unknown>) {
  const times: number[] = []
  const views: Promise<void>[] = []
  let errors = 0
  let isOver = false
  void until.then(() => {
    isOver = true
  })
  for (let n = 0; !isOver; n += 1) {
    const path = n % 2 ? '/shop' : `/product/${slug}?each=${n}`
    const began = performance.now()
    const view = fetch(url + path).then(async (response) => {
      await response.arrayBuffer()
      times.push(performance.now() - began)
      if (!response.ok) errors += 1
    })
    views.push(view)
    await pause(20)
  }
  await Promise.all(views)
  return { times, errors }
}

/** Averaged over some seconds, since a busy process records the arrivals. */
function busiest(times: number[], seconds: number): number {
  const within = (from: number) => times.filter((at) => at >= from && at < from + seconds * 1_000).length
  return Math.max(...times.map(within)) / seconds
}

function p99(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

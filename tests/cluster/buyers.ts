import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { lineOf, type PublicGarment, readGarments } from '#tests/fixtures/public-garments.ts'
import type { StripeStandIn } from '#tests/fixtures/stripe/stripe-stand-in.ts'

/** A request that failed: no response, or 5xx. Times are those of `performance.now()`. */
export type Failure = { path: string; status: number | null; beganMs: number; endedMs: number }

export type Buyers = {
  /** When each payment page was given: the press began, and the response was there. */
  given: { beganMs: number; endedMs: number }[]
  /** The pages that a response gave to a buyer. */
  pages: string[]
  paid: string[]
  failures: Failure[]
  longestMs: number
  /** Buyers who press until they get a page and then pay, a new one every `1 / perSecond` seconds. */
  buy(count: number, perSecond: number): Promise<void>
  /** The same until `signal`. */
  buyUntil(signal: AbortSignal, perSecond: number): Promise<void>
  /** Visitors who open a page every `1 / perSecond` seconds until `signal`. */
  browse(perSecond: number, signal: AbortSignal): Promise<number>
}

/** The longest that a buyer keeps pressing. */
const timeoutMs = 90_000
const pressAgainMs = 1_000

/** Buyers of the shop at `url`, which takes payments through `stripe`. */
export async function openBuyers(url: string, stripe: StripeStandIn): Promise<Buyers> {
  const { key, garments } = await readGarments(url)
  const buyers: Buyers = { given: [], pages: [], paid: [], failures: [], longestMs: 0, buy, buyUntil, browse }

  async function call(path: string, body?: object): Promise<{ status: number; text: string } | null> {
    const beganMs = performance.now()
    const headers = { apikey: key, ...(body && { 'content-type': 'application/json' }) }
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const answer = await fetch(`${url}${path}`, init)
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => null)
    const endedMs = performance.now()
    buyers.longestMs = Math.max(buyers.longestMs, endedMs - beganMs)
    if (!answer || answer.status >= 500)
      buyers.failures.push({ path, status: answer?.status ?? null, beganMs, endedMs })
    return answer
  }

  async function buyOne(index: number): Promise<void> {
    const garment = garments[index % garments.length] as PublicGarment
    const cart = { items: [lineOf(garment)], cartId: randomUUID(), country: 'GB' }
    const page = await pressUntilGiven(cart)
    await stripe.pay(page)
    buyers.paid.push(page)
  }

  async function pressUntilGiven(cart: object): Promise<string> {
    const until = performance.now() + timeoutMs
    let last = 'no response'
    while (performance.now() < until) {
      const beganMs = performance.now()
      const answer = await call('/functions/v1/create-stripe-checkout', cart)
      if (answer?.status === 200) {
        const { sessionId } = JSON.parse(answer.text) as { sessionId: string }
        buyers.given.push({ beganMs, endedMs: performance.now() })
        buyers.pages.push(sessionId)
        return sessionId
      }
      if (answer && answer.status < 500) throw new Error(`A checkout was refused: ${answer.status} ${answer.text}`)
      last = answer ? `${answer.status} ${answer.text}` : 'no response'
      await pause(pressAgainMs)
    }
    throw new Error(`A buyer got no payment page; the last answer was ${last}`)
  }

  async function buy(count: number, perSecond: number): Promise<void> {
    const arriving = Array.from({ length: count }, async (_, index) => {
      await pause((index * 1_000) / perSecond)
      await buyOne(index)
    })
    await Promise.all(arriving)
  }

  async function buyUntil(signal: AbortSignal, perSecond: number): Promise<void> {
    const purchases: Promise<void>[] = []
    for (let index = 0; !signal.aborted; index += 1) {
      purchases.push(buyOne(index))
      await pause(1_000 / perSecond)
    }
    await Promise.all(purchases)
  }

  async function browse(perSecond: number, signal: AbortSignal): Promise<number> {
    const views: Promise<unknown>[] = []
    const beganMs = performance.now()
    for (let index = 0; !signal.aborted; index += 1) {
      const garment = garments[index % garments.length] as PublicGarment
      views.push(call(index % 2 ? '/shop' : `/product/${garment.slug}?visit=${index}`))
      // From the beginning, so that late timers do not add up.
      await pause(Math.max(0, beganMs + ((index + 1) * 1_000) / perSecond - performance.now()))
    }
    await Promise.all(views)
    return views.length
  }

  return buyers
}

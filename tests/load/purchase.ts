import { randomUUID } from 'node:crypto'
import { buyer } from '#tests/fixtures/buyer.ts'
import { timeoutMs } from './page-connection.ts'

type Purchase = { url: string; key: string; item: object }

/** Checkout and a test payment; `busy` where checkout answers 503. */
async function purchase({ url, key, item }: Purchase): Promise<'paid' | 'busy' | 'failed'> {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(`${url}/functions/v1/create-stripe-checkout`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ items: [item], cartId: randomUUID() }),
    signal,
  })
  const body = (await response.json()) as { url?: string }
  if (response.status === 503) return 'busy'
  if (!response.ok || !body.url) return 'failed'
  const paid = await fetch(new URL(new URL(body.url).pathname, url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(buyer),
    redirect: 'manual',
    signal,
  })
  return paid.status === 303 ? 'paid' : 'failed'
}

/** Begins so many purchases a second until `endsMs`, whether or not the last ones have ended. */
export async function buyUntil(endsMs: number, perSecond: number, what: Purchase) {
  const results = { paid: 0, busy: 0, failed: 0 }
  const times: number[] = []
  const running: Promise<void>[] = []
  for (let dueMs = performance.now(); dueMs < endsMs; dueMs += 1_000 / perSecond) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())))
    const beganMs = dueMs
    const bought = purchase(what).catch(() => 'failed' as const)
    running.push(
      bought.then((result) => {
        results[result] += 1
        if (result === 'paid') times.push(performance.now() - beganMs)
      }),
    )
  }
  await Promise.all(running)
  return { ...results, times }
}

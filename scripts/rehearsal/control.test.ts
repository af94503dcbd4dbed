import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { officialClient, pageRequest } from '#tests/fixtures/stripe/official-client.ts'
import { type StripeStandIn, startStripe } from '#tests/fixtures/stripe/stripe-stand-in.ts'
import { stripeShop } from '#tests/fixtures/stripe-shop.ts'
import { openControl } from './control.ts'
import { agreeOnTime, dayMs, offerCode } from './stage.ts'

test('the clocks of the shop and of Stripe move together, and return', async () => {
  await using played = await play()
  await played.press('clock-launch')
  expect(Math.abs((await played.shopTime()) - played.launchAt.getTime())).toBeLessThan(10_000)
  expect(Math.abs(played.stripe.clock.now().getTime() - (await played.shopTime()))).toBeLessThan(2_000)
  await played.press('clock-day')
  expect(await played.shopTime()).toBeGreaterThan(played.launchAt.getTime() + dayMs)
  expect(await played.look()).toContain('Back to now')
  await played.press('clock-now')
  expect(played.stripe.clock.offsetMs()).toBe(0)
  expect(Math.abs((await played.shopTime()) - Date.now())).toBeLessThan(2_000)
})

test('the clock moves to just after the end of the next pre-order', async () => {
  await using played = await play()
  const at = new Date(Date.now() + 3 * dayMs)
  await played.db.product({ name: 'Ruth Cape', is_preorder: true, preorder_end_date: at })
  expect(await played.press('clock-pre-order')).toContain('Ruth Cape')
  expect(await played.shopTime()).toBeGreaterThan(at.getTime())
  expect(await played.press('clock-pre-order')).toBe('No pre-order is running.')
})

test('a clock that the shop has moved before applies to Stripe too', async () => {
  await using played = await play()
  await played.db.asService((tx) => sql`update private.clock set ahead = '5 days'`.execute(tx))
  await agreeOnTime(played)
  expect(played.stripe.clock.offsetMs()).toBeGreaterThan(5 * dayMs - 5_000)
})

test('a fault stays on until its button is pressed again', async () => {
  await using played = await play()
  const client = officialClient(played.stripe)
  await played.press('switch', { id: 'down' })
  await expect(client.coupons.list()).rejects.toMatchObject({ type: 'StripeConnectionError' })
  expect(await played.look()).toContain('aria-pressed="true"')
  await played.press('switch', { id: 'down' })
  await client.coupons.list()
  await played.press('switch', { id: 'lost' })
  const page = await client.checkout.sessions.create(pageRequest())
  await played.stripe.pay(page.id)
  expect(await played.look()).toContain('1 message has not arrived')
  await played.press('switch-off')
  await played.press('switch-error')
  await expect(client.checkout.sessions.create(pageRequest())).rejects.toMatchObject({ statusCode: 500 })
  await client.checkout.sessions.create(pageRequest())
})

test('a payment is refunded, disputed and flagged from the page, and an error is shown', async () => {
  await using played = await play()
  const page = await officialClient(played.stripe).checkout.sessions.create(pageRequest())
  const payment = String((await played.stripe.pay(page.id)).payment_intent)
  expect(await played.press('refund', { id: payment, amount: '£12.50' })).toBe('£12.50 was refunded.')
  expect(await played.press('refund', { id: payment, amount: '9,999' })).toContain('greater than unrefunded')
  expect(await played.press('refund', { id: payment, amount: 'much' })).toContain('Enter the amount')
  await played.press('warn', { id: payment })
  await played.press('dispute', { id: payment })
  expect(played.stripe.ledger.disputes()).toMatchObject([{ status: 'needs_response', amount: 14_200 }])
  expect(await played.look()).toContain('The shop has no such order.')
})

test('shoppers who wait for Klarna have not paid', async () => {
  await using played = await play()
  const client = officialClient(played.stripe)
  const card = await client.checkout.sessions.create(pageRequest())
  const later = await client.checkout.sessions.create(pageRequest())
  await played.stripe.pay(card.id)
  await played.stripe.pay(later.id, { how: 'klarna_later' })
  expect(await played.look()).toContain('1 paid, 1 waiting for Klarna. £154.50 taken.')
  await played.press('klarna-pays', { id: later.id })
  expect(await played.look()).toContain('2 paid. £309.00 taken.')
})

test('an order is paid a second time on a page that the shop never received, and the shop reports it', async () => {
  await using shop = await stripeShop()
  const id = await shop.openPage()
  await shop.stripe.pay(id)
  await shop.runJobs()
  const second = await shop.stripe.payAgain(id)
  expect(second).toMatchObject({ status: 'complete', payment_status: 'paid' })
  await shop.runJobs()
  expect((await shop.order(id)).review_notes).toEqual([{ kind: 'paid_twice', sessionId: second.id }])
  expect(new Set(shop.stripe.ledger.payments().map((payment) => payment.id)).size).toBe(2)
})

test('an unpaid order cannot be paid a second time', async () => {
  await using played = await play()
  const { id } = await officialClient(played.stripe).checkout.sessions.create(pageRequest())
  expect(await played.press('pay-again', { id })).toBe('Nobody has paid this page yet.')
  expect(played.stripe.ledger.payments()).toEqual([])
  await played.stripe.pay(id)
  expect(await played.look()).toContain('Pay it a second time')
  expect(await played.press('pay-again', { id })).toContain('that payment needs a refund')
  expect(played.stripe.ledger.payments()).toMatchObject([{ amount: 15_450 }, { amount: 15_450 }])
})

test('the discount code of the guide exists, and the owner’s changes to it stay', async () => {
  await using played = await play()
  await offerCode(played)
  const codes = () => played.db.asService((tx) => tx.selectFrom('discount_codes').select(['code', 'percent']).execute())
  expect(await codes()).toEqual([{ code: 'REHEARSAL10', percent: 10 }])
  expect(readFileSync('docs/owner/rehearse.md', 'utf8')).toContain('`REHEARSAL10`: 10 % off')
  await played.db.asService((tx) => tx.updateTable('discount_codes').set({ percent: 20 }).execute())
  await offerCode(played)
  expect(await codes()).toEqual([{ code: 'REHEARSAL10', percent: 20 }])
})

test('another website cannot submit a form', async () => {
  await using played = await play()
  for (const headers of [
    { Origin: 'https://elsewhere.example' },
    { Origin: 'null' },
    { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
  ]) {
    const response = await fetch(`${played.stripe.url}/rehearsal/clock-day`, { method: 'POST', headers })
    expect(response.status, JSON.stringify(headers)).toBe(403)
  }
  expect(played.stripe.clock.offsetMs()).toBe(0)
})

test('a host name that is not this machine’s is refused, although it resolves to this machine', async () => {
  await using played = await play()
  const { port } = new URL(played.stripe.url)
  const look = async (host: string) => {
    const sent = request({ host: '127.0.0.1', port, path: '/rehearsal', headers: { Host: host } }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  expect(await look(`localhost:${port}`)).toBe(200)
  expect(await look(`127.0.0.1:${port}`)).toBe(200)
  expect(await look(`elsewhere.example:${port}`)).toBe(421)
})

type Played = {
  db: TestDatabase
  stripe: StripeStandIn
  siteUrl: string
  launchAt: Date
  /** Presses a button; resolves to the page's message about it. */
  press(verb: string, form?: Record<string, string>): Promise<string | null>
  look(): Promise<string>
  shopTime(): Promise<number>
  [Symbol.asyncDispose](): Promise<void>
}

async function play(): Promise<Played> {
  const db = await testDatabase()
  const stripe: StripeStandIn = await startStripe({ pages: (request) => control(request) })
  const launchAt = new Date(Date.now() + 10 * dayMs)
  const stage = { stripe, db, siteUrl: 'http://shop.example', launchAt }
  const control = openControl(stage)
  return {
    ...stage,
    async press(verb, form = {}) {
      const response = await fetch(`${stripe.url}/rehearsal/${verb}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(form),
      })
      expect(response.status).toBe(303)
      return new URL(response.headers.get('location') ?? '', stripe.url).searchParams.get('said')
    },
    look: async () => (await fetch(`${stripe.url}/rehearsal`)).text(),
    async shopTime() {
      const { rows } = await db.asService((tx) => sql<{ now: Date }>`select shop_now() as now`.execute(tx))
      return rows[0]?.now.getTime() ?? 0
    },
    async [Symbol.asyncDispose]() {
      await stripe.stop()
      await db[Symbol.asyncDispose]()
    },
  }
}

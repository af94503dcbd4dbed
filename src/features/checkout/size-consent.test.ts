import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withdrawSizeConsent } from '#features/orders/last-sizes/last-sizes.ts'
import { settleOpenSessions } from '#features/payments/payments.jobs.ts'
import { type CheckoutShop, checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'

/** "Remember my sizes and measurements": ticked at checkout, given by the payment. */

const words = 'Remember my sizes and measurements for next time. I can take this back in my account at any time.'

function consents({ db }: CheckoutShop, table: 'size_consents' | 'checkout_size_consents' = 'size_consents') {
  return db.asService((tx) =>
    tx.selectFrom(`private.${table}`).select(['user_id', 'consent_text', 'given_at']).orderBy('given_at').execute(),
  )
}

/** A customer with a confirmed address, as checkout links orders to. */
async function customer({ db }: CheckoutShop) {
  const user = await db.user()
  await db.asService((tx) =>
    tx.updateTable('auth.users').set({ email_confirmed_at: new Date() }).where('id', '=', user.id).execute(),
  )
  return user
}

test('a tick is kept with its words and its time, and counts once the order is paid', async () => {
  await using shop = await checkoutShop()
  const her = await customer(shop)
  const items = [itemOf(await shop.db.product())]
  const { body } = await shop.pressAs(her.claims, { items, rememberSizes: true })
  expect(await consents(shop)).toEqual([])
  const [ticked] = await consents(shop, 'checkout_size_consents')
  expect(ticked).toMatchObject({ user_id: her.id, consent_text: words })
  await shop.pay(body.sessionId ?? '')
  await shop.runJobs()
  expect((await shop.order(body.sessionId ?? '')).payment_status).toBe('paid')
  expect(await consents(shop)).toEqual([ticked])
  expect(await consents(shop, 'checkout_size_consents')).toEqual([])
  // The same event again, and a later order with another tick, leave the first consent.
  await shop.redeliver()
  await shop.runJobs()
  const next = await shop.pressAs(her.claims, { items, rememberSizes: true })
  await shop.pay(next.body.sessionId ?? '')
  await shop.runJobs()
  expect(await consents(shop)).toEqual([ticked])
})

test.each([
  ['without a tick', {}],
  ['with a refusal', { rememberSizes: false }],
  ['with null', { rememberSizes: null }],
])('%s a paid order gives no consent', async (_, sent) => {
  await using shop = await checkoutShop()
  const her = await customer(shop)
  const { body } = await shop.pressAs(her.claims, { items: [itemOf(await shop.db.product())], ...sent })
  await shop.pay(body.sessionId ?? '')
  await shop.runJobs()
  expect((await shop.order(body.sessionId ?? '')).payment_status).toBe('paid')
  expect(await consents(shop)).toEqual([])
})

test('a guest, an account without a confirmed address, and one that is gone give none', async () => {
  await using shop = await checkoutShop()
  const items = [itemOf(await shop.db.product())]
  const unconfirmed = await shop.db.user()
  await shop.db.asService((tx) =>
    tx.updateTable('auth.users').set({ email_confirmed_at: null }).where('id', '=', unconfirmed.id).execute(),
  )
  const pages = [
    await shop.press({ items, rememberSizes: true }),
    await shop.pressAs(unconfirmed.claims, { items, rememberSizes: true }),
    await shop.pressAs({ ...unconfirmed.claims, sub: randomUUID() }, { items, rememberSizes: true }),
  ]
  for (const { status, body } of pages) {
    expect(status).toBe(200)
    await shop.pay(body.sessionId ?? '')
  }
  await shop.runJobs()
  expect(await consents(shop)).toEqual([])
  expect(await consents(shop, 'checkout_size_consents')).toEqual([])
  expect((await shop.press({ items, rememberSizes: 'yes' })).status).toBe(400)
})

test('the latest checkout of a cart decides, on the same payment page, and for the one who was signed in', async () => {
  await using shop = await checkoutShop()
  const [her, other] = [await customer(shop), await customer(shop)]
  const cart = { items: [itemOf(await shop.db.product())], cartId: randomUUID() }
  const ticked = async () => (await consents(shop, 'checkout_size_consents')).map(({ user_id }) => user_id)
  const first = await shop.press(cart)
  const pages = [
    [await shop.pressAs(her.claims, { ...cart, rememberSizes: true }), await ticked()],
    [await shop.pressAs(her.claims, cart), await ticked()],
    [await shop.pressAs(other.claims, { ...cart, rememberSizes: true }), await ticked()],
    [await shop.press({ ...cart, rememberSizes: true }), await ticked()],
    [await shop.pressAs(her.claims, { ...cart, rememberSizes: true }), await ticked()],
  ] as const
  for (const [{ body }] of pages) expect(body).toEqual(first.body)
  expect(pages.map(([, users]) => users)).toEqual([[her.id], [], [other.id], [], [her.id]])
  await shop.pay(first.body.sessionId ?? '')
  await shop.runJobs()
  expect((await consents(shop)).map(({ user_id }) => user_id)).toEqual([her.id])
})

test('two orders of one customer at once give one consent', async () => {
  await using shop = await checkoutShop()
  const her = await customer(shop)
  const items = [itemOf(await shop.db.product())]
  const pages = await Promise.all([1, 2, 3, 4].map(() => shop.pressAs(her.claims, { items, rememberSizes: true })))
  await Promise.all(pages.map(({ body }) => shop.pay(body.sessionId ?? '')))
  await shop.runJobs()
  for (const { body } of pages) expect((await shop.order(body.sessionId ?? '')).payment_status).toBe('paid')
  expect(await consents(shop)).toHaveLength(1)
  expect(await consents(shop, 'checkout_size_consents')).toEqual([])
})

test('taken back before or during the payment, it is not given by it', async () => {
  await using shop = await checkoutShop()
  const items = [itemOf(await shop.db.product())]
  const takeBack = (id: string) =>
    shop.db.asService(async (tx) => {
      await sql`select from auth.users where id = ${id} for update`.execute(tx)
      await withdrawSizeConsent(tx, id)
    })
  const early = await customer(shop)
  const { body } = await shop.pressAs(early.claims, { items, rememberSizes: true })
  await takeBack(early.id)
  await shop.pay(body.sessionId ?? '')
  await shop.runJobs()
  expect(await consents(shop)).toEqual([])

  for (let round = 0; round < 8; round += 1) {
    const her = await customer(shop)
    const page = await shop.pressAs(her.claims, { items, rememberSizes: true })
    await shop.pay(page.body.sessionId ?? '')
    await Promise.all([shop.runJobs(), takeBack(her.id)])
    await shop.runJobs()
    expect((await shop.order(page.body.sessionId ?? '')).payment_status).toBe('paid')
  }
  expect(await consents(shop)).toEqual([])
  expect(await consents(shop, 'checkout_size_consents')).toEqual([])
})

test('an account that is deleted during the payment stops nothing', async () => {
  await using shop = await checkoutShop()
  const her = await customer(shop)
  const { body } = await shop.pressAs(her.claims, {
    items: [itemOf(await shop.db.product())],
    rememberSizes: true,
  })
  await shop.pay(body.sessionId ?? '')
  await shop.db.asService(async (tx) => {
    await sql`select from auth.users where id = ${her.id} for update`.execute(tx)
    // The payment does not wait for the account.
    await shop.runJobs()
    await tx.deleteFrom('auth.users').where('id', '=', her.id).execute()
  })
  expect((await shop.order(body.sessionId ?? '')).payment_status).toBe('paid')
  expect(await consents(shop)).toEqual([])
})

test('a tick of an expired page gives nothing, and goes with its order', async () => {
  await using shop = await checkoutShop()
  const her = await customer(shop)
  const { body } = await shop.pressAs(her.claims, {
    items: [itemOf(await shop.db.product())],
    rememberSizes: true,
  })
  await shop.db.asService((tx) => sql`update private.clock set ahead = interval '61 minutes'`.execute(tx))
  await settleOpenSessions(shop.paymentDeps, 'expired')
  await shop.pay(body.sessionId ?? '')
  await shop.runJobs()
  expect((await shop.order(body.sessionId ?? '')).provider_state).toBe('expired')
  expect(await consents(shop)).toEqual([])
  await shop.db.asService((tx) => tx.deleteFrom('pre_orders').execute())
  expect(await consents(shop, 'checkout_size_consents')).toEqual([])
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'
import { changeSetting } from '../settings/admin/change-setting.ts'
import { CheckoutBody } from './checkout-request.ts'
import { placeOrder } from './place-order.ts'

const closing = {
  closed: true,
  until: '2100-01-04T09:00:00Z',
  reason: 'We’re away until the New Year.',
}

test('a closed shop refuses checkout with the reason and the day, and writes nothing', async () => {
  await using shop = await checkoutShop()
  const items = [itemOf(await shop.db.product())]
  await save(shop, closing)
  const { status, body } = await shop.press({ items })
  expect([status, body.code]).toEqual([409, 'shop_closed'])
  expect(body.message).toBe(
    'We’re away until the New Year. You can order again from Monday 4 January 2100 at 09:00, UK time.',
  )
  expect(await shop.count('pre_orders')).toBe(0)
  await save(shop, { ...closing, until: null, reason: '' })
  expect((await shop.press({ items })).body.message).toBe('We’re not taking orders just now.')
  // The day has come, or the switch is off.
  await save(shop, { ...closing, until: '2026-01-01T09:00:00Z' })
  expect((await shop.press({ items })).status).toBe(200)
  await save(shop, { ...closing, closed: false })
  expect((await shop.press({ items })).status).toBe(200)
})

test('a payment page that was open when the shop closed is paid and settles; its cart gets no new one', async () => {
  await using shop = await checkoutShop()
  const items = [itemOf(await shop.db.product())]
  const cartId = crypto.randomUUID()
  const { body } = await shop.press({ items, cartId })
  const sessionId = body.sessionId ?? ''
  await save(shop, closing)
  expect((await shop.press({ items, cartId })).body.code).toBe('shop_closed')
  expect((await shop.pay(sessionId)).status).toBe(303)
  await shop.runJobs()
  expect(await shop.order(sessionId)).toMatchObject({ provider_state: 'paid', review_notes: [] })
})

test.each(['LAUNCH_AT', 'the setting'])('before the opening of %s checkout refuses with its day', async (source) => {
  const launchAt = new Date('2098-12-24T18:00:00Z')
  await using shop = await checkoutShop(source === 'LAUNCH_AT' ? { sources: { launchAt } } : {})
  if (source === 'the setting') await save(shop, launchAt.toISOString(), 'launch_at')
  const { status, body } = await shop.press({ items: [itemOf(await shop.db.product())] })
  expect([status, body.code]).toEqual([409, 'shop_closed'])
  expect(body.message).toBe('We open on Wednesday 24 December 2098 at 18:00, UK time.')
})

test('an administrator may try an order in a closed shop; a customer and a removed administrator may not', async () => {
  await using shop = await checkoutShop()
  const items = [itemOf(await shop.db.product())]
  await save(shop, closing)
  const owner = await shop.db.user({ admin: true })
  const customer = await shop.db.user()
  expect((await shop.pressAs(owner.claims, { items })).status).toBe(200)
  expect((await shop.pressAs(customer.claims, { items })).body.code).toBe('shop_closed')
  await shop.db.asService((tx) => tx.deleteFrom('user_roles').where('user_id', '=', owner.id).execute())
  expect((await shop.pressAs(owner.claims, { items })).body.code).toBe('shop_closed')
})

test('closing waits for the orders being placed: once it is saved, no order begins', async () => {
  await using shop = await checkoutShop()
  const item = itemOf(await shop.db.product())
  const request = CheckoutBody.parse({ items: [item], country: 'GB', cartId: null })
  const placed = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const placing = shop.db.asService(async (tx) => {
    const network = { hash: 'n'.repeat(43), isShared: false }
    await placeOrder(tx, { request, provider: 'test', settingSources: {}, userId: null, network })
    placed.resolve()
    await goOn.promise
  })
  await placed.promise
  let isClosed = false
  const closes = save(shop, closing).then(() => {
    isClosed = true
  })
  try {
    await expect.poll(() => waitingForLock(shop)).toBe(true)
    expect(isClosed).toBe(false)
  } finally {
    goOn.resolve()
  }
  await Promise.all([placing, closes])
  expect((await shop.press({ items: [item] })).body.code).toBe('shop_closed')
  expect(await shop.count('pre_orders')).toBe(1)
})

type Shop = Awaited<ReturnType<typeof checkoutShop>>

/** Saves a setting as the owner's screen does. */
function save(shop: Shop, value: unknown, name: 'closing' | 'launch_at' = 'closing'): Promise<void> {
  return shop.db.asService(async (tx) => {
    const held = await tx.selectFrom('private.settings').select('name').where('name', '=', name).execute()
    if (held.length > 0) await tx.deleteFrom('private.settings').where('name', '=', name).execute()
    await changeSetting(tx, { name, value, version: null })
  })
}

async function waitingForLock(shop: Shop): Promise<boolean> {
  const { rows } = await shop.db.asService((tx) =>
    sql`select from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and locktype = 'advisory' and not granted`.execute(tx),
  )
  return rows.length > 0
}

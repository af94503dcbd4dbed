import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { waitlistEmails } from './waitlist-emails.ts'
import { confirmWaitlistEntry, createWaitlistLinks, findWaitlistPlace, leaveWaitlist } from './waitlist-entries.ts'
import { deleteOldWaitlistEntries, notifyWaitlists } from './waitlist-queries.ts'

const siteUrl = 'https://shop.example'
const links = createWaitlistLinks({ siteUrl, secretFor: () => 'a secret of the tests' })
const hourMs = 3_600_000
let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db[Symbol.asyncDispose]())

type Given = { confirmed_at?: Date | null; size?: string; requested_at?: Date; notified_at?: Date }

function wait(productId: string, given: Given = {}) {
  const email = `ruth-${crypto.randomUUID().slice(0, 8)}@example.com`
  const row = {
    product_id: productId,
    email,
    source: '/product/mary',
    consent_text: 'You may write.',
    confirmed_at: new Date(),
  }
  return db.asService((tx) =>
    tx
      .insertInto('private.waitlist')
      .values({ ...row, ...given })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

const setActive = (id: string, active: boolean) =>
  db.asService((tx) => tx.updateTable('products').set({ active }).where('id', '=', id).execute())

const rowOf = (id: string) =>
  db.asService((tx) => tx.selectFrom('private.waitlist').selectAll().where('id', '=', id).executeTakeFirst())

const queuedFor = (email: string) =>
  db.asService((tx) =>
    tx.selectFrom('private.outbox').select(['kind', 'state', 'data']).where('recipient', '=', email).execute(),
  )

const write = (kind: string, waiting: { id: string; email: string }) =>
  waitlistEmails({ db, links, siteUrl })[kind]?.({
    data: { waitingId: waiting.id, times: 1 },
    orderId: null,
    recipient: waiting.email,
  })

const tokenIn = (address: string) => new URL(address).searchParams.get('token') ?? ''

test('the e-mail names the product, in the chosen size, and one click leaves the waitlist', async () => {
  const dress = await db.product({ name: 'Mary Dress', slug: 'mary-dress', active: false, sizes: ['8-10', '10-12'] })
  const waiting = await wait(dress.id, { size: '10-12' })
  await setActive(dress.id, true)
  expect(await queuedFor(waiting.email)).toMatchObject([{ kind: 'waitlist_available', state: 'waiting' }])
  const message = await write('waitlist_available', waiting)
  expect(message?.subject).toBe('You can order the Mary Dress again')
  expect(message?.text).toContain('https://shop.example/product/mary-dress')
  expect(message?.text).toContain('Size 10–12')
  expect(message?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
})

test('a product that is unavailable again before the e-mail is sent is not announced, and the customer keeps the place', async () => {
  const dress = await db.product({ active: false })
  const waiting = await wait(dress.id)
  await setActive(dress.id, true)
  await setActive(dress.id, false)
  expect(await write('waitlist_available', waiting)).toBeNull()
  expect((await rowOf(waiting.id))?.notified_at).toBeNull()
  await db.asService((tx) =>
    tx.updateTable('private.outbox').set({ state: 'dropped' }).where('recipient', '=', waiting.email).execute(),
  )
  await setActive(dress.id, true)
  expect(await queuedFor(waiting.email)).toMatchObject([{ state: 'waiting' }])
  expect(await write('waitlist_available', waiting)).not.toBeNull()
})

test('a customer who joins again before the e-mail is sent gets one e-mail', async () => {
  const dress = await db.product({ active: false })
  const waiting = await wait(dress.id)
  await setActive(dress.id, true)
  await setActive(dress.id, false)
  await db.asService((tx) =>
    tx
      .updateTable('private.waitlist')
      .set({ notified_at: null, request_count: 2 })
      .where('id', '=', waiting.id)
      .execute(),
  )
  await setActive(dress.id, true)
  const queued = await queuedFor(waiting.email)
  expect(queued).toHaveLength(2)
  const emails = await Promise.all(
    queued.map(({ data }) =>
      waitlistEmails({ db, links, siteUrl }).waitlist_available?.({ data, orderId: null, recipient: waiting.email }),
    ),
  )
  expect(emails.filter(Boolean)).toHaveLength(1)
})

test('the waitlist of a pre-order is notified when it ends, since the product can be ordered then', async () => {
  const ends = new Date(Date.now() + hourMs)
  const gown = await db.product({ is_preorder: true, preorder_end_date: ends, preorder_limit: 1 })
  const order = await db.order({ provider_state: 'paid' })
  const line = {
    order_id: order.id,
    position: 1,
    product_id: gown.id,
    slug: 'gown',
    name: 'Gown',
    size: '8-10',
    quantity: 1,
  }
  await db.asService((tx) =>
    tx
      .insertInto('order_lines')
      .values({ ...line, unit_price: pounds(89), is_preorder: true, dispatch_by: '2030-01-01' })
      .execute(),
  )
  const waiting = await wait(gown.id)
  await notifyWaitlists(db)
  expect(await queuedFor(waiting.email)).toEqual([])
  await aheadBy('2 hours')
  await notifyWaitlists(db)
  await aheadBy('0')
  expect(await queuedFor(waiting.email)).toMatchObject([{ kind: 'waitlist_available' }])
})

function aheadBy(ahead: string) {
  return db.asService((tx) => tx.updateTable('private.clock').set({ ahead }).execute())
}

test('only the e-mail’s link confirms; an available product is announced immediately, and another link leaves', async () => {
  const dress = await db.product({ active: false })
  const waiting = await wait(dress.id, { confirmed_at: null })
  const place = (token: string) => db.asService((tx) => findWaitlistPlace(tx, links, token))
  const [confirming, leaving] = [tokenIn(links.confirmPageFor(waiting)), tokenIn(links.pageFor(waiting.id))]
  expect(await write('waitlist_confirm', waiting)).not.toBeNull()
  await setActive(dress.id, true)
  expect(await queuedFor(waiting.email)).toEqual([])
  await expect(db.asService((tx) => confirmWaitlistEntry(tx, links, leaving))).rejects.toThrow('doesn’t match')
  expect(await place(confirming)).toMatchObject({ state: 'unconfirmed', address: expect.stringContaining('•••') })
  for (const _ of [1, 2]) await db.asService((tx) => confirmWaitlistEntry(tx, links, confirming))
  expect(await place(leaving)).toMatchObject({ state: 'told' })
  expect(await queuedFor(waiting.email)).toMatchObject([{ kind: 'waitlist_available' }])
  await db.asService((tx) => leaveWaitlist(tx, waiting.id))
  expect(await place(leaving)).toEqual({ state: 'gone', address: null, garment: null })
  expect(await place(confirming)).toBeNull()
  expect(await write('waitlist_available', waiting)).toBeNull()
})

test('a row is deleted a week after the e-mail, after a month unconfirmed, after a year, and with its product', async () => {
  const [dress, gone] = [await db.product({ active: false }), await db.product({ active: false })]
  const ago = (days: number) => new Date(Date.now() - days * 24 * hourMs)
  const remaining = [
    await wait(dress.id, { notified_at: ago(6) }),
    await wait(dress.id, { confirmed_at: null, requested_at: ago(29) }),
    await wait(dress.id, { requested_at: ago(364) }),
  ]
  const forgotten = [
    await wait(dress.id, { notified_at: ago(8) }),
    await wait(dress.id, { confirmed_at: null, requested_at: ago(31) }),
    await wait(dress.id, { requested_at: ago(368) }),
    await wait(gone.id),
  ]
  await db.asService((tx) => tx.deleteFrom('products').where('id', '=', gone.id).execute())
  await deleteOldWaitlistEntries(db)
  expect((await Promise.all(remaining.map(({ id }) => rowOf(id)))).filter(Boolean)).toHaveLength(3)
  expect((await Promise.all(forgotten.map(({ id }) => rowOf(id)))).filter(Boolean)).toEqual([])
})

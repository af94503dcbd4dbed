import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#platform/database/db.ts'
import { callFunction } from '#tests/fixtures/account-data.ts'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { paidThroughProvider } from '#tests/fixtures/paid-through-provider.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { reviewEmails } from './asking/review-emails.ts'
import type { OwnerReview, OwnerReviews, ReviewPageFacts } from './reviews.contract.ts'

let api: AccountsApi
let owner: string

beforeAll(async () => {
  api = await startAccountsApi()
  const account = await api.account()
  await read((tx) => tx.insertInto('user_roles').values({ user_id: account.id, role: 'admin' }).execute())
  owner = (await api.client().auth.signInWithPassword(account)).data.session?.access_token ?? ''
})
afterAll(() => api[Symbol.asyncDispose]())

const read = <Value>(work: (tx: Tx) => Promise<Value>) => api.db.asService(work)

/** A delivered order of one dress and one skirt. */
async function delivered({ userId = null as string | null, status = 'delivered' } = {}) {
  const { id } = await paidThroughProvider(api, { userId, email: 'ruth@example.com' })
  const product = await api.db.product()
  const lines = await read(async (tx) => {
    await tx.deleteFrom('order_lines').where('order_id', '=', id).execute()
    const line = {
      order_id: id,
      product_id: product.id,
      size: '10-12',
      unit_price: pounds(44.5),
      dispatch_by: '2030-01-01',
    }
    const added = tx.insertInto('order_lines').values([
      { ...line, position: 1, slug: 'mary-dress', name: 'Mary Dress', quantity: 1, height_cm: 168 },
      { ...line, position: 2, slug: 'ruth-skirt', name: 'Ruth Skirt', quantity: 1 },
    ])
    return (await added.returning('id').execute()).map((row) => Number(row.id))
  })
  await read((tx) => tx.updateTable('pre_orders').set({ order_status: status }).where('id', '=', id).execute())
  const token = api.reviewLinks.pathOf({ id, linkVersion: 1 }).slice('/review/'.length)
  return { id, token, productId: product.id, dress: lines[0] ?? 0, skirt: lines[1] ?? 0 }
}
type Order = Awaited<ReturnType<typeof delivered>>

type Answer = ReviewPageFacts & { code?: string; message?: string; details?: { path: string; message: string }[] }

const good = { stars: 5, fit: 'true', words: 'It hangs well.', name: 'Ruth', consent: true }

function save({ token, dress }: Pick<Order, 'token' | 'dress'>, more: object = {}) {
  return callFunction<Answer>(api, {
    path: 'save-review',
    token: undefined,
    body: { ...good, token, line: dress, ...more },
  })
}

const list = async () => (await callFunction<OwnerReviews>(api, { path: 'reviews', token: owner })).body

async function reviewOf({ id }: Order): Promise<OwnerReview> {
  const row = await read((tx) => tx.selectFrom('reviews').select('id').where('order_id', '=', id).executeTakeFirst())
  const found = (await list()).reviews.find((review) => review.id === row?.id)
  if (!found) throw new Error('The owner does not see this review')
  return found
}

function decide(body: object, token: string | undefined = owner) {
  return callFunction<Answer>(api, { path: 'change-review', token, body })
}

async function decideOn(order: Order, body: object) {
  const { id, version } = await reviewOf(order)
  return decide({ id, version, ...body })
}

const published = async (productId: string) =>
  (await api.client().from('reviews').select('*').eq('product_id', productId).throwOnError()).data ?? []

const waitingForLock = async () => {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db.owner)
  return rows.length
}

/** A stored photograph of a line, as the upload leaves it. */
async function photograph({ id, dress }: Order, bucket = 'review-photographs'): Promise<string> {
  const name = `${id}/${dress}/${crypto.randomUUID()}`
  const picture = JSON.stringify({ type: 'image/jpeg', width: 300, height: 400, blur: 'data:image/webp;base64,AA' })
  await read((tx) =>
    sql`insert into storage.objects (bucket_id, name, picture, metadata) values (${bucket}, ${name}, ${picture}::jsonb,
      '{"mimetype": "image/jpeg"}')`.execute(tx),
  )
  return name
}

test('a buyer writes one review of a line, however often and at once it is sent, and changes it until it is published', async () => {
  const order = await delivered()
  const responses = await Promise.all(Array.from({ length: 6 }, () => save(order)))
  expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200))
  const changed = await save(order, { stars: 2, words: 'The hem came undone.', height_cm: 168, fit: 'small' })
  expect(changed.body.lines[0]?.review).toMatchObject({ state: 'waiting', stars: 2, words: 'The hem came undone.' })
  const rows = await read((tx) => tx.selectFrom('reviews').selectAll().where('order_id', '=', order.id).execute())
  expect(rows).toMatchObject([{ size: '10-12', product_id: order.productId, height_cm: 168, fit: 'small' }])
  expect(await published(order.productId)).toEqual([])

  expect((await decideOn(order, { action: 'publish' })).status).toBe(200)
  expect(await save(order, { stars: 5 })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await published(order.productId)).toMatchObject([{ stars: 2, words: 'The hem came undone.', size: '10-12' }])
})

test('a change sent while the owner publishes the review is refused, and what she read is what is published', async () => {
  const order = await delivered()
  await save(order, { stars: 2 })
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const publishing = read(async (tx) => {
    const shown = { state: 'published', published_at: new Date() }
    await tx.updateTable('reviews').set(shown).where('order_id', '=', order.id).execute()
    begin()
    await over
  })
  await begun
  const saving = save(order, { stars: 5 })
  await expect.poll(waitingForLock).toBeGreaterThan(0)
  end()
  await publishing
  expect(await saving).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await published(order.productId)).toMatchObject([{ stars: 2 }])
})

test('only the holder of the link reviews, only garments of the order, and only once they have arrived', async () => {
  const [hers, other] = [await delivered(), await delivered()]
  const onItsWay = await delivered({ status: 'shipped' })
  expect(await save({ ...hers, token: 'A'.repeat(48) })).toMatchObject({ status: 404 })
  const orderToken = api.orderLinks.pathOf({ id: hers.id, linkVersion: 1 }).slice('/order/'.length)
  expect(await save({ ...hers, token: orderToken })).toMatchObject({ status: 404 })
  expect(await save({ ...hers, dress: other.dress })).toMatchObject({ status: 400 })
  expect(await save(onItsWay)).toMatchObject({ status: 409 })
  expect(await save(hers, { photographs: [await photograph(other)] })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'photographs' }] },
  })
  const sent = { shipped_at: new Date(Date.now() - 20 * 86_400_000) }
  await read((tx) => tx.updateTable('pre_orders').set(sent).where('id', '=', onItsWay.id).execute())
  expect(await save(onItsWay)).toMatchObject({ status: 200 })
  await read((tx) => tx.updateTable('pre_orders').set({ link_version: 2 }).where('id', '=', hers.id).execute())
  expect(await save(hers)).toMatchObject({ status: 404 })
})

test('each wrong field has its own message, and nothing is published without consent', async () => {
  const order = await delivered()
  const wrong = { stars: 6, fit: 'wide', words: ' \n ', height_cm: 100, name: '\u202e ', consent: false }
  const { status, body } = await save(order, wrong)
  expect(status).toBe(400)
  expect(body.details?.map(({ path }) => path).sort()).toEqual(Object.keys(wrong).sort())
  for (const { message } of body.details ?? []) expect(message).toMatch(/^(Please|Too)/)
  expect(await save(order, { words: 'x'.repeat(3_001) })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'words' }] },
  })
  expect(await save(order, { photographs: ['a', 'b', 'c', 'd'] })).toMatchObject({ status: 400 })
})

test('the owner sees no stars before the decision, and can decline for one of four reasons only', async () => {
  const order = await delivered()
  await save(order, { stars: 1, fit: 'large', words: 'You are a fraud, Ruth at 07700 900123.' })
  expect(await reviewOf(order)).toMatchObject({ state: 'waiting', stars: null, fit: null, size: '10-12' })
  const refused = [
    { action: 'decline', reason: 'stars', note: 'One star.' },
    { action: 'decline', note: 'One star.' },
    { action: 'decline', reason: 'insult', note: ' ' },
    { action: 'decline', reason: 'insult', note: 'The first sentence.', stars: 1 },
    { action: 'decline', stars: 1 },
    { action: 'hide' },
  ]
  for (const body of refused) expect((await decideOn(order, body)).status, JSON.stringify(body)).toBe(400)
  const withoutReason = read((tx) =>
    tx.updateTable('reviews').set({ state: 'declined' }).where('order_id', '=', order.id).execute(),
  )
  await expect(withoutReason).rejects.toThrow(/reviews_declined_for_a_reason/)

  const note = 'The telephone number.'
  expect((await decideOn(order, { action: 'decline', reason: 'personal_data', note })).status).toBe(200)
  expect(await reviewOf(order)).toMatchObject({ state: 'declined', stars: null, declined_reason: 'personal_data' })
  expect((await list()).declined.personal_data).toBeGreaterThan(0)
  expect(await published(order.productId)).toEqual([])
  const page = await callFunction<Answer>(api, { path: `review-page?token=${order.token}` })
  expect(page.body.lines[0]?.review).toMatchObject({ state: 'declined', declined_note: note })

  const emails = reviewEmails({ db: api.db, siteUrl: 'https://shop.example', links: api.reviewLinks })
  const queued = await read((tx) =>
    tx
      .selectFrom('private.outbox')
      .selectAll()
      .where('order_id', '=', order.id)
      .where('kind', '=', 'order_review_declined')
      .execute(),
  )
  expect(queued).toHaveLength(1)
  const email = () =>
    emails.order_review_declined?.({ data: queued[0]?.data, orderId: order.id, recipient: 'ruth@example.com' })
  expect((await email())?.text).toContain('› The telephone number.')
  // Changed words wait again, and the e-mail would no longer be true.
  await save(order, { stars: 1, words: 'It is too large.' })
  expect(await reviewOf(order)).toMatchObject({ state: 'waiting', declined_reason: null })
  expect(await email()).toBeNull()
})

test('the owner answers in public, takes nothing back by an outdated page, and every decision is in the history', async () => {
  const order = await delivered()
  await save(order)
  const before = await reviewOf(order)
  expect((await decideOn(order, { action: 'answer', answer: 'Thank you.' })).status).toBe(409)
  await decideOn(order, { action: 'publish' })
  expect(
    (await decide({ id: before.id, version: before.version, action: 'decline', reason: 'insult', note: 'x' })).status,
  ).toBe(409)
  await decideOn(order, { action: 'answer', answer: 'Thank you.\n\n\n\nNaomi' })
  expect(await published(order.productId)).toMatchObject([{ answer: 'Thank you.\n\nNaomi' }])
  const { history, stars } = await reviewOf(order)
  expect(stars).toBe(5)
  expect(history.map(({ state, answered }) => [state, answered])).toEqual([
    ['published', true],
    ['published', false],
    ['waiting', false],
  ])
  expect(history[0]?.by).toMatch(/@/)
  const log = await read((tx) =>
    tx.selectFrom('private.audit_log').select('after').where('table_name', '=', 'reviews').execute(),
  )
  expect(JSON.stringify(log)).not.toMatch(/hangs well|stars/)
  await decideOn(order, { action: 'decline', reason: 'unlawful', note: 'A threat.' })
  expect(await published(order.productId)).toEqual([])
  expect(await reviewOf(order)).toMatchObject({ state: 'declined', answer: null })
})

test('visitors, customers and the service’s key decide about no review', async () => {
  const order = await delivered()
  await save(order)
  const { id, version } = await reviewOf(order)
  const account = await api.account()
  const { data } = await api.client().auth.signInWithPassword(account)
  for (const token of [undefined, data.session?.access_token, api.serviceRoleKey]) {
    expect(
      (await callFunction(api, { path: 'change-review', token, body: { id, version, action: 'publish' } })).status,
    ).toBeGreaterThan(400)
    expect((await callFunction(api, { path: 'reviews', token })).status).toBeGreaterThan(400)
  }
  const client = api.client()
  expect((await client.from('reviews').insert({ stars: 5 })).error?.code).toBe('42501')
  expect((await client.from('reviews').update({ stars: 5 }).eq('id', id)).error?.code).toBe('42501')
})

test('photographs are public exactly while their review is published, and gone when it is erased', async () => {
  const order = await delivered()
  const names = [await photograph(order), await photograph(order)]
  await save(order, { photographs: names })
  const objects = await read((tx) =>
    sql<{ id: string }>`select id from storage.objects where name = any(${names}) order by name`.execute(tx),
  )
  const ids = objects.rows.map(({ id }) => id)
  const bucketsNow = () =>
    read((tx) =>
      sql<{ bucket: string }>`select bucket_id as bucket from storage.objects where id = any(${ids})`.execute(tx),
    )
  expect((await bucketsNow()).rows).toEqual(Array(2).fill({ bucket: 'review-photographs' }))
  await decideOn(order, { action: 'publish' })
  expect((await bucketsNow()).rows).toEqual(Array(2).fill({ bucket: 'review-pictures' }))
  const [shown] = await published(order.productId)
  const address = /^\/storage\/v1\/object\/public\/review-pictures\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
  expect(shown.pictures).toEqual(
    Array(2).fill(expect.objectContaining({ url: expect.stringMatching(address), width: 300, height: 400 })),
  )
  expect(JSON.stringify(shown)).not.toContain(order.id)
  expect(new Set(shown.pictures.map(({ url }: { url: string }) => url)).size).toBe(2)
  await decideOn(order, { action: 'decline', reason: 'personal_data', note: 'A face of somebody else.' })
  expect((await bucketsNow()).rows).toEqual(Array(2).fill({ bucket: 'review-photographs' }))
  // The customer changes the words and keeps the photographs.
  const { body: page } = await callFunction<Answer>(api, { path: `review-page?token=${order.token}` })
  const own = page.lines.find(({ id }) => id === order.dress)?.review
  expect((await save(order, { photographs: own?.photographs })).status).toBe(200)
  await decideOn(order, { action: 'publish' })
  const erase = { path: 'erase-review', body: { token: order.token, line: order.dress } }
  const responses = await Promise.all([callFunction<Answer>(api, erase), callFunction<Answer>(api, erase)])
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  expect((await bucketsNow()).rows).toEqual([])
  expect(await published(order.productId)).toEqual([])
})

test('the migration takes the order’s id out of the addresses of reviews that were published before', async () => {
  const order = await delivered()
  const name = await photograph(order, 'review-pictures')
  const kept = await photograph(order)
  await save(order, { photographs: [kept] })
  const picture = { url: `/storage/v1/object/public/review-pictures/${name}`, width: 300, height: 400, blur: null }
  const values = { state: 'published', photographs: [name], pictures: JSON.stringify([picture]) }
  await read((tx) =>
    tx
      .updateTable('reviews')
      .set({ ...values, published_at: sql<Date>`now()` })
      .where('order_id', '=', order.id)
      .execute(),
  )
  const migration = await readFile('db/migrations/public/0034_review_picture_names.sql', 'utf8')
  for (let times = 0; times < 2; times += 1)
    await api.db.owner.transaction().execute((tx) => sql.raw(migration).execute(tx))
  const [shown] = await published(order.productId)
  expect(shown.pictures).toEqual([{ ...picture, url: expect.not.stringContaining(order.id) }])
  const { rows } = await read((tx) =>
    sql<{
      bucket: string
      url: string
    }>`select bucket_id as bucket, '/storage/v1/object/public/review-pictures/' || name as url
      from storage.objects where array[name] <@ (select photographs from public.reviews where order_id = ${order.id})`.execute(
      tx,
    ),
  )
  expect(rows).toEqual([{ bucket: 'review-pictures', url: shown.pictures[0].url }])
})

test('a customer’s export has their reviews, and erasing the account erases them with their photographs', async () => {
  const account = await api.account()
  const { data } = await api.client().auth.signInWithPassword(account)
  const token = data.session?.access_token
  const order = await delivered({ userId: account.id })
  const name = await photograph(order)
  await save(order, { photographs: [name] })
  const [stored] = (
    await read((tx) => sql<{ id: string }>`select id from storage.objects where name = ${name}`.execute(tx))
  ).rows
  await decideOn(order, { action: 'publish' })
  const exported = await callFunction<object>(api, { path: 'export-my-data', token, body: {} })
  expect(exported.body).toMatchObject({
    orders: [{ reviews: [{ garment: 'Mary Dress', stars: 5, what_you_wrote: 'It hangs well.', photographs: 1 }] }],
  })
  await callFunction(api, { path: 'erase-my-account', token, body: { confirm: account.email } })
  expect(await published(order.productId)).toEqual([])
  const left = await read((tx) => sql`select from storage.objects where id = ${stored?.id}`.execute(tx))
  expect(left.rows).toEqual([])
})

test('the holder of an order page gets the path of its review page once the order has arrived', async () => {
  const [here, away] = [await delivered(), await delivered({ status: 'processing' })]
  const pathOf = async ({ id }: Order) => {
    const token = api.orderLinks.pathOf({ id, linkVersion: 1 }).slice('/order/'.length)
    return (await callFunction<{ path?: string }>(api, { path: `review-path?token=${token}` })).body.path
  }
  expect(await pathOf(here)).toBe(`/review/${here.token}`)
  expect(await pathOf(away)).toBeNull()
})

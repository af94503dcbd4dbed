import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi, waitingLinks } from '#tests/fixtures/accounts-api.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { callFunction } from '../fixtures/account-data.ts'
import { startMinute } from '../fixtures/start-minute.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const soon = () => new Date(Date.now() + 5 * 86_400_000)
const someone = () => `ruth-${crypto.randomUUID().slice(0, 8)}@example.com`
const received = { status: 200, body: { received: true } }
const join = (body: object, at = api) => callFunction(at, { path: 'join-waiting-list', body })

/** A pre-order of this many units, all of them sold by paid orders of one unit each. */
async function fullGown(places = 1) {
  const gown = await api.db.product({ is_preorder: true, preorder_end_date: soon(), preorder_limit: places })
  const orders: string[] = []
  for (let n = 0; n < places; n += 1) {
    const { id } = await api.db.order({ provider_state: 'paid' })
    orders.push(id)
    await takePlaces(id, gown.id)
  }
  return { gown, orders }
}

function takePlaces(orderId: string, productId: string, quantity = 1) {
  const line = {
    order_id: orderId,
    position: 1,
    product_id: productId,
    quantity,
    slug: 'gown',
    name: 'Gown',
    size: '8-10',
  }
  return api.db.asService((tx) =>
    tx
      .insertInto('order_lines')
      .values({ ...line, unit_price: pounds(89), is_preorder: true, dispatch_by: '2030-01-01' })
      .execute(),
  )
}

function refund(orderId: string) {
  return api.db.asService((tx) =>
    tx.updateTable('pre_orders').set({ provider_state: 'refunded' }).where('id', '=', orderId).execute(),
  )
}

async function factsOf(id: string) {
  const { body } = await callFunction<{ full: string[]; absent: { id: string }[] }>(api, { path: 'waiting-facts' })
  return { full: body.full.includes(id), absent: body.absent.some((garment) => garment.id === id) }
}

const toldOf = async (emails: string[]) =>
  (await api.emails())
    .filter(({ kind, recipient }) => kind === 'waitlist_available' && emails.includes(recipient))
    .map(({ recipient }) => recipient)

test('units on unpaid payment pages leave a pre-order open: it is full when all are paid, and a refund frees one', async () => {
  const gown = await api.db.product({ is_preorder: true, preorder_end_date: soon(), preorder_limit: 1 })
  const { id } = await api.db.order({ provider_state: 'open' })
  await takePlaces(id, gown.id)
  expect((await factsOf(gown.id)).full).toBe(false)
  expect((await join({ product_id: gown.id, email: someone() })).status).toBe(409)
  await api.db.asService((tx) =>
    tx.updateTable('pre_orders').set({ provider_state: 'paid' }).where('id', '=', id).execute(),
  )
  expect((await factsOf(gown.id)).full).toBe(true)
  expect(await join({ product_id: gown.id, email: someone() })).toEqual(received)
  await refund(id)
  expect((await factsOf(gown.id)).full).toBe(false)
})

test('the last unit of a pre-order makes it full at once, and a refund frees it', async () => {
  const { gown, orders } = await fullGown(2)
  expect(await factsOf(gown.id)).toEqual({ full: true, absent: false })
  await refund(orders[0] ?? '')
  expect(await factsOf(gown.id)).toEqual({ full: false, absent: false })
})

test('an inactive product that was public has a waitlist; a draft that was never public is unknown', async () => {
  const [seen, draft] = [await api.db.product(), await api.db.product({ active: false })]
  expect((await factsOf(seen.id)).absent).toBe(false)
  await api.db.asService((tx) => tx.updateTable('products').set({ active: false }).where('id', '=', seen.id).execute())
  expect((await factsOf(seen.id)).absent).toBe(true)
  expect((await factsOf(draft.id)).absent).toBe(false)
  const { body } = await callFunction<{ absent: object[] }>(api, { path: 'waiting-facts' })
  expect(Object.keys(body.absent[0] ?? {}).sort()).toEqual(['colour', 'id', 'name', 'picture', 'sizes', 'slug'])
  // Changes to an inactive product are not public until it is active again.
  for (const change of [
    { name: 'Not yet to be known' },
    { name: 'Nor this', slug: `later-${seen.slug}`, colour: 'Plum' },
  ])
    await api.db.asService((tx) => tx.updateTable('products').set(change).where('id', '=', seen.id).execute())
  const { body: later } = await callFunction<{ absent: { id: string }[] }>(api, { path: 'waiting-facts' })
  expect(later.absent.find(({ id }) => id === seen.id)).toMatchObject({
    name: seen.name,
    slug: seen.slug,
    colour: null,
  })
  expect((await join({ product_id: draft.id, email: someone() })).status).toBe(404)
  expect(await join({ product_id: seen.id, email: someone() })).toEqual(received)
})

test('each address has one entry, its consent is stored, and responses do not reveal the entries', async () => {
  const { gown } = await fullGown()
  const email = someone()
  const request = { product_id: gown.id, email: ` ${email.toUpperCase()} `, size: '10-12' }
  expect(await join(request)).toEqual(received)
  expect(await join(request)).toEqual(received)
  const rows = await api.db.asService((tx) =>
    tx.selectFrom('private.waitlist').selectAll().where('product_id', '=', gown.id).execute(),
  )
  expect(rows).toMatchObject([
    {
      email,
      size: '10-12',
      source: `/product/${gown.slug}`,
      consent_text: expect.stringContaining('e-mail you'),
      request_count: 1,
    },
  ])
  expect((await api.emails(email)).map(({ kind }) => kind)).toEqual(['waitlist_joined'])
  expect((await join({ ...request, size: '99' })).body).toMatchObject({ details: [{ path: 'size' }] })
  expect((await join({ ...request, email: 'ruth' })).body).toMatchObject({ details: [{ path: 'email' }] })
  const robot = someone()
  expect(await join({ product_id: gown.id, email: robot, trap: 'x' })).toEqual(received)
  expect(await api.emails(robot)).toEqual([])
})

test('a suppressed address gets no e-mail and is not stored, and the response is the same', async () => {
  const { gown, orders } = await fullGown()
  const email = someone()
  await api.db.asService((tx) =>
    tx
      .insertInto('private.suppressions')
      .values((row) => ({ address_hash: row.fn('private.address_hash', [row.val(email)]), reason: 'unsubscribed' }))
      .execute(),
  )
  expect(await join({ product_id: gown.id, email })).toEqual(received)
  await refund(orders[0] ?? '')
  expect(await api.emails(email)).toEqual([])
})

test('a product that can be ordered has no waitlist', async () => {
  const dress = await api.db.product()
  expect((await join({ product_id: dress.id, email: someone() })).status).toBe(409)
})

test('with double opt-in, only confirmed addresses are notified', async () => {
  const rule = (double_opt_in: boolean) =>
    api.db.asService((tx) => tx.updateTable('private.email_settings').set({ double_opt_in }).execute())
  const { gown, orders } = await fullGown()
  const email = someone()
  await rule(true)
  expect(await join({ product_id: gown.id, email })).toEqual(received)
  await rule(false)
  expect((await api.emails(email)).map(({ kind }) => kind)).toEqual(['waitlist_confirm'])
  await refund(orders[0] ?? '')
  expect(await toldOf([email])).toEqual([])
})

test('a free unit notifies three in order of request, and two changes at once notify no address twice', async () => {
  const { gown, orders } = await fullGown(3)
  const emails = Array.from({ length: 12 }, someone)
  for (const email of emails) expect(await join({ product_id: gown.id, email })).toEqual(received)
  await refund(orders[0] ?? '')
  expect((await toldOf(emails)).sort()).toEqual(emails.slice(0, 3).sort())
  await Promise.all(orders.slice(1).map(refund))
  const notified = await toldOf(emails)
  expect(notified.sort()).toEqual(emails.slice(0, 9).sort())
})

test('two requests that free a unit of an oversold pre-order at the same moment notify its waitlist', async () => {
  const { gown, orders } = await fullGown(2)
  const late = await api.db.order({ provider_state: 'paid' })
  await takePlaces(late.id, gown.id)
  const email = someone()
  expect(await join({ product_id: gown.id, email })).toEqual(received)
  await Promise.all(orders.map(refund))
  expect(await toldOf([email])).toEqual([email])
  expect((await factsOf(gown.id)).full).toBe(false)
})

test('a raised limit, its end, and a product on sale again notify each customer once, for any number of changes', async () => {
  const emails = Array.from({ length: 8 }, someone)
  const dress = await api.db.product()
  const set = (active: boolean) =>
    api.db.asService((tx) => tx.updateTable('products').set({ active }).where('id', '=', dress.id).execute())
  await set(false)
  for (const email of emails) expect(await join({ product_id: dress.id, email })).toEqual(received)
  await Promise.all([true, true, true].map(set))
  await set(false)
  await set(true)
  expect((await toldOf(emails)).sort()).toEqual([...emails].sort())
  await set(false)
  const [again = ''] = emails
  expect(await join({ product_id: dress.id, email: again })).toEqual(received)
  await set(true)
  expect((await toldOf([again])).length).toBe(2)
})

test('only the owner sees the number of entries and their sizes', async () => {
  const { gown } = await fullGown()
  for (const size of ['8-10', '10-12', '10-12', null]) {
    expect(await join({ product_id: gown.id, email: someone(), size })).toEqual(received)
  }
  const owner = await api.account()
  const ask = async (email?: string) => {
    const client = api.client()
    if (email) await client.auth.signInWithPassword({ email, password: 'a long enough one' })
    return client.functions.invoke<{ product_id: string }[]>('waiting-counts', { method: 'GET' })
  }
  expect((await ask()).error?.context.status).toBe(401)
  expect((await ask(owner.email)).error?.context.status).toBe(403)
  await api.db.asService((tx) => tx.insertInto('user_roles').values({ user_id: owner.id, role: 'admin' }).execute())
  expect((await ask(owner.email)).data?.filter(({ product_id }) => product_id === gown.id)).toEqual([
    { product_id: gown.id, size: '10-12', waiting: 2 },
    { product_id: gown.id, size: '8-10', waiting: 1 },
    { product_id: gown.id, size: null, waiting: 1 },
  ])
})

test('waitlist entries are in the data export, and are erased with the account', async () => {
  const { gown } = await fullGown()
  const { email } = await api.account()
  expect(await join({ product_id: gown.id, email, size: '8-10' })).toEqual(received)
  const client = api.client()
  await client.auth.signInWithPassword({ email, password: 'a long enough one' })
  const { data } = await client.functions.invoke('export-my-data', { body: {} })
  expect(data.waiting_for).toMatchObject([{ garment: gown.name, size: '8-10', source: `/product/${gown.slug}` }])
  expect((await client.functions.invoke('erase-my-account', { body: { confirm: email } })).error).toBeNull()
  const left = await api.db.asService((tx) =>
    tx.selectFrom('private.waitlist').select('id').where('email', '=', email).execute(),
  )
  expect(left).toEqual([])
  expect(await api.emails(email)).toEqual([])
})

test('one click in a mail program ends an entry, a button ends every list, and opening the link changes nothing', async () => {
  const { gown } = await fullGown()
  const links = waitingLinks(api)
  const waitingOfNew = async () => {
    const email = someone()
    await join({ product_id: gown.id, email })
    const row = await api.db.asService((tx) =>
      tx.selectFrom('private.waitlist').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
    )
    return { email, token: new URL(links.pageFor(row.id)).searchParams.get('token') ?? '' }
  }
  const at = (token: string, init: RequestInit) =>
    fetch(`${api.url}/functions/v1/leave-waiting-list?token=${token}`, { redirect: 'manual', ...init })
  const stateOf = async (token: string) =>
    (await callFunction<{ state?: string }>(api, { path: 'waiting-place', body: { token } })).body.state
  const [one, other] = [await waitingOfNew(), await waitingOfNew()]
  expect((await at(one.token, {})).headers.get('location')).toBe(`/waiting-list?token=${one.token}`)
  expect(await stateOf(one.token)).toBe('waiting')
  expect(
    (await at(one.token, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })).status,
  ).toBe(200)
  expect(await stateOf(one.token)).toBe('gone')
  const press = await at(other.token, { method: 'POST', body: new URLSearchParams({ say: 'never' }) })
  expect([press.status, press.headers.get('location')]).toEqual([303, '/waiting-list?left=never'])
  expect(await join({ product_id: gown.id, email: other.email })).toEqual(received)
  expect(await stateOf(other.token)).toBe('gone')
  expect((await at('nothing', { method: 'POST' })).status).toBe(400)
  expect((await callFunction(api, { path: 'waiting-place', body: { token: 'nothing' } })).status).toBe(400)
})

test('one network may send ten requests in ten minutes, and one address five an hour', async () => {
  await using strict = await startAccountsApi({ db: api.db, rateLimits: true })
  await startMinute(api.db)
  const { gown } = await fullGown()
  const email = someone()
  const responses: number[] = []
  for (let n = 0; n < 12; n += 1)
    responses.push((await join({ product_id: gown.id, email: n < 6 ? email : someone() }, strict)).status)
  expect(responses).toEqual([200, 200, 200, 200, 200, 429, 200, 200, 200, 200, 429, 429])
})

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { formatCsv } from '#platform/csv.ts'
import { fetchFunction } from '#tests/fixtures/fetch-function.ts'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'
import { customersApi } from '../customers/customers.api.ts'
import { earlierOrdersApi } from './earlier-orders.api.ts'
import { eraseEarlierOrders } from './earlier-orders.ts'

/** The owner's private history of another shop's orders. */
let api: ShopApi
let token: string
let admin: { id: string; email: string }

beforeAll(async () => {
  api = await startShopApi({
    rateLimits: false,
    routes: () => (app) => app.route('/functions/v1', earlierOrdersApi()).route('/functions/v1', customersApi()),
  })
  const user = await api.db.user({ admin: true })
  admin = user
  token = await api.token(user.claims)
})
afterAll(() => api[Symbol.asyncDispose]())
beforeEach(() => api.db.asService((tx) => sql`delete from private.earlier_orders`.execute(tx)))

async function ask(path: string, body?: object) {
  const response = await fetchFunction(api, { path, token, body })
  return { status: response.status, body: await response.json() }
}

const head = 'Sale Date,Item Name,Quantity,Price,Currency,Ship Name,Ship Zipcode,Ship Country,Order ID'.split(',')
type Sold = { number: string; name?: string; postcode?: string; day?: string; item?: string; price?: string }
const items = (...sold: Sold[]) =>
  formatCsv([
    head,
    ...sold.map(
      ({ number, name = 'Ruth Moab', postcode = 'LS1 1AB', day = '03/14/26', item = 'Mary Dress', price = '89' }) => [
        ...[day, item, '1', price, 'GBP', name, postcode, 'United Kingdom', number],
      ],
    ),
  ])
async function imported(csv: string): Promise<string> {
  const made = await ask('import-earlier-orders', { csv })
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 200 })
  return made.body.id
}
const kept = async () => {
  const { rows } = await api.db.asService((tx) =>
    sql<{ number: string; name: string | null; garments: string }>`
      select number, name, garments from private.earlier_orders order by number`.execute(tx),
  )
  return rows
}
const found = async (q: string) =>
  (await ask(`earlier-orders?q=${encodeURIComponent(q)}`)).body.orders.map(({ number }: { number: string }) => number)
const imports = async () => (await ask('earlier-imports')).body.imports
const erase = (name: string) => api.db.asService((tx) => eraseEarlierOrders(tx, sql<boolean>`e.name = ${name}`))
const paid = { payment_status: 'paid', provider_state: 'paid', paid_at: new Date() } as const

test('a preview keeps nothing; the import keeps one order of several items, and the same file again keeps none', async () => {
  const csv = items(
    { number: '1' },
    { number: '1', item: 'Ruth Skirt' },
    { number: '2', price: 'x' },
    { number: '3', day: '01/02/15' },
  )
  const preview = await ask('preview-earlier-orders', { csv })
  expect(preview).toMatchObject({
    status: 200,
    body: {
      ...{ source: 'etsy', fresh: 1, here: 0 },
      orders: [{ number: '1', day: '2026-03-14', garments: ['Mary Dress', 'Ruth Skirt'], amount_pence: 17_800 }],
      left_out: [
        { row: 4, value: '2', why: '“x” is no price.' },
        { row: 5, value: '3', why: 'It is older than the years for which orders are kept.' },
      ],
    },
  })
  expect(await kept()).toEqual([])
  const id = await imported(csv)
  expect(await kept()).toEqual([{ number: '1', name: 'Ruth Moab', garments: 'Mary Dress\nRuth Skirt' }])
  expect(await imports()).toMatchObject([{ id, source: 'etsy', by: admin.email, orders: 1 }])
  expect(await ask('import-earlier-orders', { csv })).toMatchObject({ status: 400 })
  expect((await ask('preview-earlier-orders', { csv })).body).toMatchObject({ fresh: 0, here: 1 })
  await imported(items({ number: '1', name: 'Other' }, { number: '4' }))
  expect((await kept()).map(({ number, name }) => [number, name])).toEqual([
    ['1', 'Ruth Moab'],
    ['4', 'Ruth Moab'],
  ])
})

test('a day that is still to come is left out', async () => {
  const csv = items({ number: '1', day: '03/14/2099' })
  expect((await ask('preview-earlier-orders', { csv })).body.left_out).toMatchObject([
    { why: 'Its day is still to come.' },
  ])
  expect(await ask('import-earlier-orders', { csv })).toMatchObject({ status: 400 })
})

test('two imports of one file at once keep its orders once', async () => {
  const numbers = Array.from({ length: 300 }, (_, at) => ({ number: `${at}` }))
  const both = await Promise.all(
    [numbers, numbers.toReversed()].map((each) => ask('import-earlier-orders', { csv: items(...each) })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await kept()).toHaveLength(300)
  expect(await imports()).toMatchObject([{ orders: 300 }])
})

test('an import that fails keeps nothing', async () => {
  await sql`alter table private.earlier_orders add constraint no_two check (number <> '2')`.execute(api.db.owner)
  expect((await ask('import-earlier-orders', { csv: items({ number: '1' }, { number: '2' }) })).status).toBe(500)
  await sql`alter table private.earlier_orders drop constraint no_two`.execute(api.db.owner)
  expect(await kept()).toEqual([])
})

test('an import is taken back whole; whom it named and who was erased since does not come back', async () => {
  const csv = items({ number: '1' }, { number: '2', name: 'Naomi Moab' })
  const id = await imported(csv)
  const other = await imported(items({ number: '3' }))
  await erase('Naomi Moab')
  expect((await ask('undo-earlier-orders', { id })).body).toEqual({ removed: 1 })
  expect(await ask('undo-earlier-orders', { id })).toMatchObject({ status: 404 })
  expect((await imports()).map((one: { id: string }) => one.id)).toEqual([other])
  await imported(csv)
  expect((await kept()).map(({ number, name }) => [number, name])).toEqual([
    ['1', 'Ruth Moab'],
    ['2', null],
    ['3', 'Ruth Moab'],
  ])
})

test('nothing else follows from an import: no account, no subscriber, no order, no e-mail', async () => {
  const counts = () =>
    api.db.asService((tx) =>
      sql`select (select count(*) from auth.users) as users, (select count(*) from public.email_signups) as signups,
        (select count(*) from public.pre_orders) as orders, (select count(*) from private.outbox) as emails,
        (select count(*) from private.audit_log) as log`.execute(tx),
    )
  const { rows: before } = await counts()
  await imported(
    `Name,Email,Financial Status,Accepts Marketing,Currency,Created at,Lineitem name,Lineitem price,Billing Name\n` +
      `#1001,leah@example.com,paid,yes,GBP,2026-03-14 10:00:00 +0000,Mary Dress,89,Leah\n`,
  )
  expect((await counts()).rows).toEqual(before)
})

test('the search of orders finds them by name, number, postcode and garment; erased ones by nothing', async () => {
  await imported(
    items(
      { number: '4001', name: 'Zoë O’Brien', postcode: 'LS1 1AB', day: '03/14/26' },
      { number: '4002', name: 'Zoe Boaz', postcode: 'M1 1AA', item: 'Ruth Skirt', day: '04/14/26' },
      { number: '4003', name: 'Erased Person', postcode: 'M1 1AA' },
    ),
  )
  await erase('Erased Person')
  expect(await found('zoe')).toEqual(['4002', '4001'])
  for (const q of ['obrien', 'ls1 1ab', 'LS11AB', '#4001']) expect(await found(q), q).toEqual(['4001'])
  expect(await found('ruth skirt')).toEqual(['4002'])
  for (const q of ['erased', '4003', '%', '100%', "'"]) expect(await found(q), q).toEqual([])
})

test('a customer’s page has those of the address, and of the same name and postcode; no others', async () => {
  await imported(
    items(
      { number: '1', name: 'RUTH  Moab', postcode: 'ls1-1ab' },
      { number: '2', postcode: 'M1 1AA' },
      { number: '3', name: 'Naomi Moab' },
    ),
  )
  await imported(
    'Name,Email,Financial Status,Currency,Created at,Lineitem name,Lineitem price,Billing Name,Billing Zip\n' +
      '#8,ruth@example.com,paid,GBP,2026-04-14 10:00:00 +0000,Mary Dress,89,Other,X1\n' +
      '#9,other@example.com,paid,GBP,2026-04-14 10:00:00 +0000,Mary Dress,89,Ruth Moab,LS1 1AB\n',
  )
  const buyer = { customer_name: 'Ruth Moab', shipping_postcode: 'LS1 1AB', customer_email: 'Ruth@example.com' }
  const order = await api.db.order({ ...paid, ...buyer })
  const earlier = async (number: string) =>
    (await ask(`customer?order_number=${number}`)).body.earlier_orders.map((one: { number: string }) => one.number)
  expect(await earlier(order.order_number)).toEqual(['8', '1'])

  // What was not paid may have any name.
  const unpaid = await api.db.order({ ...buyer, customer_email: 'x@example.com', provider_state: 'expired' })
  expect(await earlier(unpaid.order_number)).toEqual([])

  const user = await api.db.user({ email: 'other@example.com' })
  const own = await api.db.order({
    ...paid,
    user_id: user.id,
    customer_email: 'work@example.com',
    customer_name: 'Leah',
  })
  expect(await earlier(own.order_number)).toEqual(['9'])
})

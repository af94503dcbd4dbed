import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminOrdersApi } from '#features/orders/admin/api/admin-orders.api.ts'
import { editOrder, undoEdit } from '#features/orders/changes/edit-order.ts'
import { customersApi } from '#features/orders/customers/customers.api.ts'
import { lastSizesApi } from '#features/orders/last-sizes/last-sizes.api.ts'
import { fetchFunction } from '#tests/fixtures/fetch-function.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'

/** The page of a customer, the owner's note on them, and "same as last time". */
let api: ShopApi
let token: string

beforeAll(async () => {
  api = await startShopApi({
    rateLimits: false,
    routes: () => (app) =>
      app
        .route('/functions/v1', customersApi())
        .route('/functions/v1', lastSizesApi())
        .route(
          '/functions/v1',
          adminOrdersApi({ closePage: async () => undefined, promiseFromToday: async () => undefined }),
        ),
  })
  token = await api.token((await api.db.user({ admin: true })).claims)
})
afterAll(() => api[Symbol.asyncDispose]())

async function ask(path: string, { body, as = token }: { body?: object; as?: string } = {}) {
  const response = await fetchFunction(api, { path, token: as, body })
  return { status: response.status, body: await response.json() }
}

const customer = (number: string) => ask(`customer?order_number=${number}`)
const paid = { payment_status: 'paid', provider_state: 'paid', paid_at: new Date() } as const
const someone = () => `ruth-${crypto.randomUUID().slice(0, 8)}@example.com`

test('a guest is known by the address, whatever its case; an account by its user', async () => {
  const email = someone()
  const first = await api.db.order({
    ...paid,
    customer_email: email,
    customer_name: 'Ruth Moab',
    created_at: new Date('2026-01-01'),
  })
  const second = await api.db.order({
    ...paid,
    customer_email: email.toUpperCase(),
    customer_name: 'Ruth Boaz',
    refunded_amount: 9,
  })
  await api.db.order({ ...paid, customer_email: someone() })
  await api.db.order({ customer_email: email, provider_state: 'expired' })
  const guest = (await customer(first.order_number)).body
  expect(guest).toMatchObject({
    name: 'Ruth Boaz',
    has_account: false,
    paid: { orders: 2, total_pence: 16_900 },
    sizes: null,
  })
  expect(guest.orders.map((order: { order_number: string }) => order.order_number)).toEqual([
    second.order_number,
    first.order_number,
  ])

  const user = await api.db.user()
  const own = await api.db.order({ ...paid, user_id: user.id, customer_email: 'work@example.com' })
  const other = await api.db.order({ ...paid, user_id: user.id, customer_email: user.email })
  const account = (await customer(own.order_number)).body
  expect(account).toMatchObject({ has_account: true, paid: { orders: 2 } })
  expect((await customer(other.order_number)).body).toEqual(account)
})

test('the page lists the e-mails of the orders, returns, and the owner’s notes on them', async () => {
  const order = await api.db.order({ ...paid, customer_email: someone() })
  await api.db.asService(async (tx) => {
    await sql`insert into private.owner_notes (order_id, note) values (${order.id}, 'Rings twice')`.execute(tx)
    await sql`insert into private.returns (id, order_id, kind) values (gen_random_uuid(), ${order.id}, 'fault')`.execute(
      tx,
    )
    await sql`insert into private.outbox (kind, cause, order_id, recipient, message_id, state) values
      ('order_confirmation', ${order.id}, ${order.id}, 'a@example.com', 'm', 'sent'),
      ('owner_order_paid', ${order.id}, ${order.id}, 'b@example.com', 'm', 'sent')`.execute(tx)
  })
  const { orders, emails } = (await customer(order.order_number)).body
  expect(orders).toMatchObject([{ owner_note: 'Rings twice', returns: 1 }])
  expect(emails).toMatchObject([{ title: 'Order confirmation', order_number: order.order_number, state: 'sent' }])
})

test('an order without a customer, and one that is unknown, have no page', async () => {
  const order = await api.db.order()
  expect((await customer(order.order_number)).status).toBe(404)
  expect((await customer('TKW-000000')).status).toBe(404)
})

function note(order_number: string, text: string | null, seen: string | null) {
  return ask('customer-note', { body: { order_number, note: text, seen } })
}

test('the note is the customer’s, not the order’s, and stays when a guest opens an account', async () => {
  const email = someone()
  const [first, second] = [
    await api.db.order({ ...paid, customer_email: email }),
    await api.db.order({ ...paid, customer_email: email }),
  ]
  expect((await note(first.order_number, 'Likes it long', null)).body).toEqual({ note: 'Likes it long' })
  expect((await customer(second.order_number)).body.note).toBe('Likes it long')
  expect((await ask(`order-details?order_number=${second.order_number}`)).body.customer).toEqual({
    orders: 2,
    note: 'Likes it long',
  })

  // The new account takes the orders of its confirmed address over.
  await api.db.user({ email })
  const account = (await customer(first.order_number)).body
  expect(account).toMatchObject({ has_account: true, note: 'Likes it long' })
  await note(first.order_number, 'Likes it longer', 'Likes it long')
  const rows = await api.db.asService((tx) =>
    tx.selectFrom('private.customer_notes').select(['email', 'note']).execute(),
  )
  expect(rows.filter((row) => row.note.startsWith('Likes'))).toEqual([{ email: null, note: 'Likes it longer' }])
  expect((await note(first.order_number, null, 'Likes it longer')).body).toEqual({ note: null })
})

test('the note goes with a corrected address and back with its undo, and stays where it may be about someone else', async () => {
  const userId = (await api.db.user({ admin: true })).id
  const correct = async ({ id, order_number: orderNumber }: { id: string; order_number: string }, to: string) =>
    api.db.asService(async (tx) => {
      const { version } = await tx
        .selectFrom('pre_orders')
        .select('version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const wanted = { fields: { customer_email: to }, lines: [] }
      return editOrder(tx, { orderNumber, version, wanted, tellCustomer: false, linkAccount: false, userId })
    })
  const noteOf = async ({ order_number }: { order_number: string }) => (await customer(order_number)).body.note
  const guest = (email = someone()) => api.db.order({ ...paid, customer_email: email })

  const mistyped = await guest()
  await note(mistyped.order_number, 'Rings twice', null)
  const { editId } = await correct(mistyped, someone())
  expect(await noteOf(mistyped)).toBe('Rings twice')
  await api.db.asService((tx) => undoEdit(tx, { orderNumber: mistyped.order_number, editId: editId ?? '', userId }))
  expect(await noteOf(mistyped)).toBe('Rings twice')

  // A customer who is known already has both notes.
  const known = await guest('Known@example.com')
  await note(known.order_number, 'Likes it long', null)
  await correct(mistyped, 'known@example.com')
  expect(await noteOf(mistyped)).toBe('Likes it long\n\nRings twice')

  // The address has other orders, or the order leaves an account: the note is the customer's who is left.
  await correct(mistyped, someone())
  expect([await noteOf(mistyped), await noteOf(known)]).toEqual([null, 'Likes it long\n\nRings twice'])
  const user = await api.db.user()
  const own = await api.db.order({ ...paid, user_id: user.id, customer_email: user.email })
  await note(own.order_number, 'Has an account', null)
  await correct(own, someone())
  expect(await noteOf(own)).toBeNull()
})

test('of administrators who write a note at once one is saved, and the others see it', async () => {
  const order = await api.db.order({ ...paid, customer_email: someone() })
  const written = await Promise.all(Array.from({ length: 8 }, (_, at) => note(order.order_number, `Note ${at}`, null)))
  const saved = written.filter(({ status }) => status === 200)
  expect(saved).toHaveLength(1)
  for (const { status, body } of written.filter((each) => each.status !== 200)) {
    expect({ status, details: body.details }).toEqual({ status: 409, details: { note: saved[0]?.body.note } })
  }
})

type Garment = {
  product_id: string
  size: string
  height_cm?: number
  heel_cm?: number
  quantity?: number
  cancelled_quantity?: number
}

async function bought(userId: string, created: string, garment: Garment, more: object = {}) {
  const order = await api.db.order({ ...paid, user_id: userId, created_at: new Date(created), ...more })
  const [line] = await api.db.asService((tx) =>
    tx
      .insertInto('order_lines')
      .values({
        order_id: order.id,
        position: 0,
        slug: 's',
        name: `Garment of ${created}`,
        unit_price: pounds(89),
        quantity: 1,
        dispatch_by: '2030-01-01',
        ...garment,
      })
      .returning('id')
      .execute(),
  )
  return { order, lineId: line?.id ?? '' }
}

async function signedIn() {
  const { id, claims } = await api.db.user()
  const session = crypto.randomUUID()
  await api.db.asService((tx) =>
    tx.insertInto('auth.sessions').values({ id: session, user_id: id, aal: 'aal1' }).execute(),
  )
  return { id, as: await api.token({ ...claims, session_id: session, aud: 'authenticated' }) }
}

const sizesOf = async (as: string) => (await ask('my-sizes', { as })).body.sizes
const remember = (as: string, wanted: boolean) => ask('remember-my-sizes', { as, body: { remember: wanted } })

test('the last size and height of each kind are looked up by consent, and not without', async () => {
  const her = await signedIn()
  const [dress, skirt] = [await api.db.product({ kind: 'dress' }), await api.db.product({ kind: 'skirt' })]
  const { order } = await bought(her.id, '2026-03-01', {
    product_id: dress.id,
    size: '12-14',
    height_cm: 168,
    heel_cm: 5,
  })
  await bought(her.id, '2026-01-01', { product_id: dress.id, size: '10-12' })
  await bought(her.id, '2026-02-01', { product_id: skirt.id, size: '14-16' })
  // Sent back, cancelled, and never paid.
  const sentBack = await bought(her.id, '2026-06-01', { product_id: dress.id, size: '8-10' })
  await api.db.asService(async (tx) => {
    const id = crypto.randomUUID()
    await tx.insertInto('private.returns').values({ id, order_id: sentBack.order.id, kind: 'withdrawal' }).execute()
    await tx
      .insertInto('private.return_lines')
      .values({ return_id: id, line_id: sentBack.lineId, quantity: 1 })
      .execute()
  })
  await bought(her.id, '2026-07-01', { product_id: dress.id, size: '16-18', cancelled_quantity: 1 })
  await bought(her.id, '2026-08-01', { product_id: dress.id, size: '16-18' }, { order_status: 'cancelled' })
  await bought(
    her.id,
    '2026-09-01',
    { product_id: dress.id, size: '16-18' },
    { payment_status: 'pending', paid_at: null, provider_state: 'expired' },
  )

  expect(await sizesOf(her.as)).toBeNull()
  expect((await customer(order.order_number)).body.sizes).toBeNull()
  const agreed = (await remember(her.as, true)).body.sizes
  expect(agreed).toMatchObject([
    { kind: 'dress', size: '12-14', height_cm: 168, heel_cm: 5, order_number: order.order_number },
    { kind: 'skirt', size: '14-16', height_cm: null },
  ])
  expect(await sizesOf(her.as)).toEqual(agreed)
  expect((await customer(order.order_number)).body.sizes).toEqual(agreed)
  expect(await sizesOf((await signedIn()).as)).toBeNull()
})

test('withdrawing the consent deletes it, and heights and measurements of orders that have left', async () => {
  const her = await signedIn()
  const dress = await api.db.product({ kind: 'dress' })
  const size = { product_id: dress.id, size: '12-14', height_cm: 168 }
  const left = await bought(her.id, '2026-01-01', size, { order_status: 'delivered' })
  const made = await bought(her.id, '2026-02-01', size, { order_status: 'processing' })
  const unpaid = { payment_status: 'pending', paid_at: null } as const
  const open = await bought(her.id, '2026-03-01', size, { ...unpaid, provider_state: 'open' })
  const linked = await bought(her.id, '2026-03-01', size, { ...unpaid, provider_state: 'expired' })
  await api.db.asService((tx) =>
    tx
      .insertInto('private.payment_links')
      .values({ order_id: linked.order.id, ends_at: new Date('2030-01-01') })
      .execute(),
  )
  const ended = await bought(her.id, '2026-03-01', size, { ...unpaid, provider_state: 'expired' })
  const others = await bought((await signedIn()).id, '2026-01-01', size, { order_status: 'delivered' })
  await remember(her.as, true)
  await remember(her.as, true)
  expect((await remember(her.as, false)).body).toEqual({ sizes: null })
  const heights = await api.db.asService((tx) =>
    tx.selectFrom('order_lines').select(['id', 'height_cm']).where('height_cm', 'is not', null).execute(),
  )
  const ids = heights.map(({ id }) => id)
  expect(ids).not.toContain(left.lineId)
  expect(ids).not.toContain(ended.lineId)
  // Those that may still be paid are sewn to their height.
  expect(ids).toEqual(expect.arrayContaining([made.lineId, open.lineId, linked.lineId, others.lineId]))
  // A second withdrawal finds nothing to delete.
  expect((await remember(her.as, false)).body).toEqual({ sizes: null })
})

test('giving and withdrawing at once leaves what one of them says, never a part', async () => {
  const her = await signedIn()
  const dress = await api.db.product({ kind: 'dress' })
  await bought(her.id, '2026-01-01', { product_id: dress.id, size: '12-14' })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => remember(her.as, at % 2 === 0)))
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
  const { rows } = await api.db.asService((tx) =>
    sql<{ count: number }>`select count(*)::int as count from private.size_consents where user_id = ${her.id}`.execute(
      tx,
    ),
  )
  expect((await sizesOf(her.as)) !== null).toBe(rows[0]?.count === 1)
})

test('a garment that is no longer made still tells the size of its kind', async () => {
  const her = await signedIn()
  const dress = await api.db.product({ kind: 'dress' })
  await bought(her.id, '2026-01-01', { product_id: dress.id, size: '12-14', height_cm: 168 })
  await remember(her.as, true)
  expect(await sizesOf(her.as)).toMatchObject([{ kind: 'dress', size: '12-14', is_made: true }])
  await api.db.asService((tx) => tx.deleteFrom('products').where('id', '=', dress.id).execute())
  expect(await sizesOf(her.as)).toMatchObject([{ kind: 'dress', size: '12-14', height_cm: 168, is_made: false }])
})

test('the last size of a kind of her own is looked up too, under its name', async () => {
  const kinds = [{ id: 'abaya', name: 'Abaya', plural: 'Abayas', hasHem: true, slug: 'abayas', former: [] }]
  await api.db.asService((tx) =>
    sql`insert into private.settings (name, value) values ('kinds', ${JSON.stringify(kinds)}::jsonb)`.execute(tx),
  )
  const her = await signedIn()
  const abaya = await api.db.product({ kinds: ['abaya'] })
  const { order } = await bought(her.id, '2026-01-01', { product_id: abaya.id, size: '12-14', height_cm: 168 })
  await remember(her.as, true)
  const known = { kind: 'abaya', kind_name: 'Abaya', size: '12-14', height_cm: 168 }
  expect(await sizesOf(her.as)).toMatchObject([{ ...known, is_made: true }])
  expect((await customer(order.order_number)).body.sizes).toMatchObject([known])
  await api.db.asService((tx) => tx.deleteFrom('products').where('id', '=', abaya.id).execute())
  expect(await sizesOf(her.as)).toMatchObject([{ ...known, is_made: false }])
})

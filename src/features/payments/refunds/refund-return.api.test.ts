import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { OwnerReturn } from '#features/orders/returns/admin/owner-returns.ts'
import type { OrderEmailsShop, PaidOrder } from '#tests/fixtures/order-emails-shop.ts'
import { type RefundsShop, startRefundsShop } from '#tests/fixtures/refunds-shop.ts'

let desk: RefundsShop
let shop: OrderEmailsShop

beforeAll(async () => {
  desk = await startRefundsShop()
  shop = desk.shop
})
afterEach(() => shop.refuseRefunds(false))
afterAll(() => desk[Symbol.asyncDispose]())

const longPoll = { timeout: 30_000 }

/** A sent order with a declared return of all its pieces. */
async function returned(kind = 'withdrawal') {
  const order = await shop.paidOrder()
  const id = crypto.randomUUID()
  await shop.db.asService(async (tx) => {
    await tx.updateTable('pre_orders').set({ order_status: 'shipped' }).where('id', '=', order.id).execute()
    await tx.insertInto('private.returns').values({ id, order_id: order.id, kind, reason: 'Why' }).execute()
    const { id: line_id } = await tx
      .selectFrom('order_lines')
      .select('id')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow()
    await tx.insertInto('private.return_lines').values({ return_id: id, line_id, quantity: 1 }).execute()
  })
  return { order, id }
}

async function read({ order_number }: PaidOrder): Promise<OwnerReturn> {
  const { body } = await desk.ask(`returns?order_number=${order_number}`)
  const [declared] = (body as unknown as { returns: OwnerReturn[] }).returns
  if (!declared) throw new Error('no return')
  return declared
}

const change = (body: object) => desk.ask('change-return', { body })
const refund = (body: object) => desk.ask('refund-return', { body })

test('a return arrives, is inspected and is refunded, each with its e-mail and its place in the order’s history', async () => {
  const { order, id } = await returned()
  expect(await read(order)).toMatchObject({ state: 'requested', version: 1, suggested_pence: 9350 })
  expect(await change({ id, version: 1, state: 'received' })).toMatchObject({ status: 200 })
  expect(await change({ id, version: 2, state: 'inspected' })).toMatchObject({ status: 200 })
  expect(await refund({ id, version: 3, amount: '80.00', request_id: crypto.randomUUID() })).toMatchObject({
    status: 200,
  })
  expect(await read(order)).toMatchObject({ state: 'refunded', version: 4 })
  await expect.poll(() => desk.money(order), longPoll).toMatchObject({ refunded_pence: 8000, refundable_pence: 1350 })
  expect((await desk.money(order)).refunds).toMatchObject([{ amount_pence: 8000, reason: 'returned' }])
  const emailStates = async () => (await shop.emails(order.id, 'order_return_answered')).map(({ state }) => state)
  await expect.poll(emailStates, longPoll).toHaveLength(1)
  await expect.poll(() => desk.subjects(order), longPoll).toEqual(['80'])
  const log = await shop.db.asService((tx) =>
    tx
      .selectFrom('private.audit_log')
      .select('after')
      .where('table_name', '=', 'returns')
      .where('row_id', '=', order.id)
      .orderBy('id')
      .execute(),
  )
  expect(log.map(({ after }) => (after as { state: string }).state)).toEqual([
    'requested',
    'received',
    'inspected',
    'refunded',
  ])
})

test.each([-5, '-5', '-0.01', '£-1', 'ten', ''])(
  'the amount %j is refused, and the return stays as it is',
  async (amount) => {
    const { order, id } = await returned()
    const { status, body } = await refund({ id, version: 1, amount, request_id: crypto.randomUUID() })
    expect([status, body.details]).toMatchObject([400, [{ path: 'amount' }]])
    expect(await read(order)).toMatchObject({ state: 'requested', version: 1 })
  },
)

test('one press refunds once, however often it is sent; of two owners’ presses one counts', async () => {
  const { order, id } = await returned('fault')
  const body = { id, version: 1, amount: 93.5, request_id: crypto.randomUUID() }
  const same = await Promise.all(Array.from({ length: 4 }, () => refund(body)))
  expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await expect.poll(() => desk.money(order), longPoll).toMatchObject({ refunded_pence: 9350 })
  expect((await desk.money(order)).refunds).toMatchObject([{ amount_pence: 9350, reason: 'faulty' }])

  const other = await returned()
  const two = await Promise.all([
    refund({ id: other.id, version: 1, amount: 50, request_id: crypto.randomUUID() }),
    refund({ id: other.id, version: 1, amount: 50, request_id: crypto.randomUUID() }),
  ])
  expect(two.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await desk.money(other.order)).refunds).toHaveLength(1)
})

test('a refusal needs its reason and is e-mailed; settled returns and old forms change nothing', async () => {
  const { order, id } = await returned()
  expect(await change({ id, version: 1, state: 'refused', answer: ' ' })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'answer' }] },
  })
  expect((await change({ id, version: 1, state: 'inspected' })).status).toBe(409)
  expect((await change({ id, version: 1, state: 'refused', answer: 'It was worn.' })).status).toBe(200)
  expect((await change({ id, version: 1, state: 'received' })).status).toBe(409)
  expect((await refund({ id, version: 2, amount: 1, request_id: crypto.randomUUID() })).status).toBe(409)
  const [email] = await shop.emails(order.id, 'order_return_answered')
  expect(email?.data).toEqual({ returnId: id, state: 'refused' })
  expect((await change({ id: crypto.randomUUID(), version: 1, state: 'received' })).status).toBe(404)
})

test('a refund is never more than was paid, and a failed request leaves the return as it was', async () => {
  const { order, id } = await returned()
  const body = { id, version: 1, request_id: crypto.randomUUID() }
  expect(await refund({ ...body, amount: 93.51 })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'amount' }] },
  })
  expect(await refund({ ...body, amount: 'x' })).toMatchObject({ status: 400 })
  expect(await read(order)).toMatchObject({ state: 'requested', version: 1 })
  expect((await refund({ ...body, amount: 0 })).status).toBe(200)
  expect(await read(order)).toMatchObject({ state: 'refunded' })
  expect((await desk.money(order)).refunds).toEqual([])
})

test('the amount suggested for a return knows of earlier refunds: of its pieces, and of the order', async () => {
  const { order } = await returned()
  await desk.giveBack(order, 90)
  expect(await read(order)).toMatchObject({ suggested_pence: 350, refunded_pence: 9000 })

  const other = await returned()
  const lines = [{ position: 1, quantity: 1 }]
  const body = { order_number: other.order.order_number, lines, reason: 'faulty', request_id: crypto.randomUUID() }
  expect((await desk.ask('refund-lines', { body })).status).toBe(200)
  expect((await read(other.order)).suggested_pence).toBe(450)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatFullDay } from '#base/calendar-day.ts'
import { shopDate } from '#base/shop-clock.ts'
import { callFunction } from '#tests/fixtures/account-data.ts'
import type { OrderEmailsShop, PaidOrder } from '#tests/fixtures/order-emails-shop.ts'
import { type RefundsShop, startRefundsShop } from '#tests/fixtures/refunds-shop.ts'
import type { OwnerReturn, OwnerReturns } from './admin/owner-returns.ts'

let desk: RefundsShop
let shop: OrderEmailsShop

beforeAll(async () => {
  desk = await startRefundsShop()
  shop = desk.shop
})
afterAll(() => desk[Symbol.asyncDispose]())

const longPoll = { timeout: 30_000 }
const dayMs = 86_400_000
const dayAgo = (days: number) => shopDate(new Date(Date.now() - days * dayMs))

/** A paid order of one line, placed ten days ago. */
async function orderOf(status: string, quantity = 1): Promise<PaidOrder & { line: number }> {
  const order = await shop.paidOrder()
  const line = await shop.db.asService(async (tx) => {
    const placed = { order_status: status, created_at: new Date(Date.now() - 10 * dayMs) }
    await tx.updateTable('pre_orders').set(placed).where('id', '=', order.id).execute()
    const lines = tx.updateTable('order_lines').set({ quantity }).where('order_id', '=', order.id)
    return (await lines.returning('id').executeTakeFirstOrThrow()).id
  })
  return { ...order, line: Number(line) }
}

async function read({ order_number }: { order_number: string }): Promise<OwnerReturns> {
  return (await desk.ask(`returns?order_number=${order_number}`)).body as unknown as OwnerReturns
}

async function declaredOf(order: { order_number: string }): Promise<OwnerReturn> {
  const [declared] = (await read(order)).returns
  if (!declared) throw new Error('no return')
  return declared
}

type Recorded = PaidOrder & { line: number }
const bodyOf = ({ order_number, line }: Recorded, more: object = {}) => ({
  id: crypto.randomUUID(),
  order_number,
  kind: 'withdrawal',
  lines: [{ id: line, quantity: 1 }],
  day: dayAgo(0),
  ...more,
})
const record = (order: Recorded, more: object = {}) => desk.ask('record-return', { body: bodyOf(order, more) })
const undo = (id: string) => desk.ask('undo-return', { body: { id } })

test('a return that came by telephone has its day, its receipt, and the states of every other return', async () => {
  const order = await orderOf('delivered')
  const body = bodyOf(order, { day: dayAgo(3), reason: 'It is too long.' })
  const answers = await Promise.all([1, 2, 3].map(() => desk.ask('record-return', { body })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const declared = await declaredOf(order)
  expect(declared).toMatchObject({ id: body.id, declared_on: 'owner', state: 'requested', is_undoable: true })
  expect(shopDate(new Date(declared.requested_at))).toBe(dayAgo(3))
  expect((await read(order)).recordable?.kinds.map(({ kind }) => kind)).toEqual(['fault', 'other'])

  expect(await shop.emails(order.id, 'order_return_requested')).toMatchObject([{ state: 'waiting' }])
  expect(await shop.emails(order.id, 'owner_return_requested')).toEqual([])
  await shop.pass(1)
  const sent = async () => (await shop.emails(order.id, 'order_return_requested')).map(({ state }) => state)
  await expect.poll(sent, longPoll).toEqual(['sent'])
  const messages = shop.smtp.received.map(({ message }) => message.replaceAll(/=\r?\n/g, ''))
  const receipt = messages.find((each) => each.includes(order.order_number) && each.includes('You=E2=80=99ve told us'))
  expect(receipt).toContain(`Received: ${formatFullDay(dayAgo(3))}`)
  expect(receipt).toContain('It is too long.')

  expect(await desk.ask('change-return', { body: { id: body.id, version: 1, state: 'received' } })).toMatchObject({
    status: 200,
  })
  const refund = { id: body.id, version: 2, amount: '80.00', request_id: crypto.randomUUID() }
  expect(await desk.ask('refund-return', { body: refund })).toMatchObject({ status: 200 })
  expect(await declaredOf(order)).toMatchObject({ state: 'refunded', is_undoable: false })
})

test('wrong days, garments, kinds and orders are refused where they were typed, and nothing is written', async () => {
  const [order, other] = [await orderOf('delivered'), await orderOf('delivered')]
  const wrong = async (more: object) => {
    const { status, body } = await record(order, more)
    return [status, (body.details as { path: string }[] | undefined)?.[0]?.path]
  }
  expect(await wrong({ day: dayAgo(-1) })).toEqual([400, 'day'])
  expect(await wrong({ day: dayAgo(11) })).toEqual([400, 'day'])
  expect(await wrong({ day: '' })).toEqual([400, 'day'])
  expect(await wrong({ day: '2026-02-30' })).toEqual([400, 'day'])
  expect(await wrong({ lines: [] })).toEqual([400, 'lines'])
  expect(await wrong({ lines: [{ id: other.line, quantity: 1 }] })).toEqual([400, 'lines'])
  expect(await wrong({ reason: 'x'.repeat(2_001) })).toEqual([400, 'reason'])
  expect((await record(order, { lines: [{ id: order.line, quantity: 2 }] })).status).toBe(409)
  expect((await record({ ...order, order_number: 'TKW-000000' })).status).toBe(404)
  expect((await record(order, { day: dayAgo(10) })).status).toBe(200)
  expect((await read(order)).returns).toHaveLength(1)

  const begun = await orderOf('processing')
  expect((await read(begun)).recordable?.kinds.map(({ kind }) => kind)).toEqual(['withdrawal'])
  expect((await record(begun, { kind: 'fault' })).status).toBe(409)
  const cancelled = await orderOf('cancelled')
  expect([(await record(cancelled)).status, (await read(cancelled)).recordable]).toEqual([409, null])
  const unpaid = await shop.openOrder()
  expect([(await record({ ...unpaid, line: 1 })).status, (await read(unpaid)).recordable]).toEqual([409, null])
  expect(await read({ order_number: 'TKW-000000' })).toMatchObject({ returns: [], recordable: null })
})

test('what is not begun is cancelled and refunded at once, and only where the owner agreed to it', async () => {
  const order = await orderOf('pending')
  expect((await read(order)).recordable).toMatchObject({ cancels: true })
  expect(await record(order)).toMatchObject({ status: 409 })
  expect([(await read(order)).returns, (await desk.money(order)).order_status]).toEqual([[], 'pending'])
  const body = bodyOf(order, { cancels: true })
  expect(await desk.ask('record-return', { body })).toMatchObject({ status: 200, body: { stopped: true } })
  expect(await desk.money(order)).toMatchObject({ order_status: 'cancelled' })
  expect(await declaredOf(order)).toMatchObject({ state: 'refunded', stopped: true, is_undoable: false })
  expect((await undo(body.id)).status).toBe(409)
  await expect.poll(async () => (await desk.money(order)).refunded_pence, longPoll).toBe(9350)
})

test('a return is undone until its receipt leaves: no e-mail, and the order is as it was', async () => {
  const order = await orderOf('shipped')
  const body = bodyOf(order)
  expect((await desk.ask('record-return', { body })).status).toBe(200)
  const presses = await Promise.all([undo(body.id), undo(body.id)])
  expect(presses.map(({ status }) => status).sort()).toEqual([200, 404])
  expect(await read(order)).toMatchObject({ returns: [], recordable: { kinds: [{ kind: 'withdrawal' }, {}, {}] } })
  expect(await shop.emails(order.id, 'order_return_requested')).toMatchObject([{ state: 'dropped' }])
  const { body: details } = await desk.ask(`order-details?order_number=${order.order_number}`)
  const titles = (details as unknown as { timeline: { title: string }[] }).timeline.map(({ title }) => title)
  expect(titles.filter((title) => title.startsWith('Withdrawal'))).toEqual([
    'Withdrawal taken back',
    'Withdrawal declared',
  ])

  const again = bodyOf(order)
  expect((await desk.ask('record-return', { body: again })).status).toBe(200)
  await shop.pass(1)
  const sent = async () => (await shop.emails(order.id, 'order_return_requested')).some(({ state }) => state === 'sent')
  await expect.poll(sent, longPoll).toBe(true)
  expect(await declaredOf(order)).toMatchObject({ is_undoable: false })
  expect((await undo(again.id)).status).toBe(409)

  const theirs = await orderOf('shipped')
  const token = shop.orderLinks.pathOf({ id: theirs.id, linkVersion: 1 }).slice('/order/'.length)
  const { day: _, order_number: __, ...declared } = bodyOf(theirs)
  expect((await callFunction(shop, { path: 'request-return', body: { token, ...declared } })).status).toBe(200)
  expect((await undo(declared.id)).status).toBe(409)
})

test('customer and owner declare the same pieces at once, and they are declared once', async () => {
  const order = await orderOf('shipped', 2)
  const token = shop.orderLinks.pathOf({ id: order.id, linkVersion: 1 }).slice('/order/'.length)
  const lines = [{ id: order.line, quantity: 2 }]
  const byCustomer = () =>
    callFunction(shop, {
      path: 'request-return',
      body: { token, id: crypto.randomUUID(), kind: 'withdrawal', lines },
    })
  const answers = await Promise.all([record(order, { lines }), byCustomer(), record(order, { lines }), byCustomer()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  expect((await read(order)).returns).toHaveLength(1)
})

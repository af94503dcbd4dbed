import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { orderEmailsOf } from '#tests/fixtures/order-emails.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import type { Move } from '../board/board.contract.ts'
import { movePiece } from '../board/move-pieces.ts'
import type { PieceState } from '../board/piece.ts'
import { listPieces } from '../board/read-board.ts'
import { listTimeline } from '../history/order-history.ts'
import { listParcels } from './list-parcels.ts'
import { correctParcel, shipParcel, takeBackParcel } from './ship-parcel.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db[Symbol.asyncDispose]())

/** A paid order of two dresses and a coat. */
async function orderOfThree(values: Parameters<TestDatabase['order']>[0] = {}) {
  const { id, order_number: orderNumber } = await db.order({
    customer_name: 'Ruth Hall',
    customer_email: 'ruth@example.com',
    payment_status: 'paid',
    provider_state: 'paid',
    paid_at: new Date(),
    delivery_service: 'tracked-48',
    order_status: 'processing',
    ...values,
  })
  const line = (position: number, name: string, quantity: number) => ({
    ...{ order_id: id, position, name, quantity, product_id: id, slug: 'a', size: '10-12' },
    ...{ unit_price: pounds(89), dispatch_by: '2030-01-15' },
  })
  await db.asService((tx) =>
    tx
      .insertInto('order_lines')
      .values([line(0, 'Mary Dress', 2), line(1, 'Wool Coat', 1)])
      .execute(),
  )
  return { id, orderNumber }
}

const dress = [{ position: 0, quantity: 1 }]
const coat = [{ position: 1, quantity: 1 }]

const ship = (shipment: Parameters<typeof shipParcel>[1]) => db.asService((tx) => shipParcel(tx, shipment))
const parcelsOf = async (id: string) => (await db.asService((tx) => listParcels(tx, [id]))).get(id) ?? []
const set = (id: string, values: object) =>
  db.asService((tx) => tx.updateTable('pre_orders').set(values).where('id', '=', id).execute())
const columnsOf = (id: string) =>
  db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select(['order_status', 'tracking_number', 'shipping_carrier', 'shipped_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
const emailsOf = (id: string) =>
  db.asService((tx) =>
    tx
      .selectFrom('private.outbox')
      .select(['id', 'state', 'data', 'cause'])
      .where('order_id', '=', id)
      .where('kind', '=', 'order_dispatched')
      .orderBy(sql`created_at, id`)
      .execute(),
  )
const states = async (id: string) => (await emailsOf(id)).map(({ state }) => state)
async function letters(id: string) {
  const write = orderEmailsOf(db).templates.order_dispatched
  const emails = await emailsOf(id)
  return Promise.all(emails.map(({ data }) => write?.({ data, orderId: id, recipient: '' })))
}
const send = (id: string) =>
  db.asService((tx) =>
    tx
      .updateTable('private.outbox')
      .set({ state: 'sent', sent_at: sql<Date>`clock_timestamp()` })
      .where('order_id', '=', id)
      .where('state', '=', 'waiting')
      .execute(),
  )

test('a part leaves and the order stays in progress; what remains makes it shipped, and the columns have the last', async () => {
  const { id, orderNumber } = await orderOfThree()
  const first = await ship({ orderNumber, pieces: dress, trackingNumber: 'AA123456785GB', carrier: 'DPD' })
  expect(first.order).toMatchObject({ order_status: 'processing', tracking_number: null, shipped_at: null })
  expect(await states(id)).toEqual(['waiting'])
  const [part] = await letters(id)
  expect(part?.subject).toBe(`A part of your order ${orderNumber} is on its way`)
  expect(part?.text).toContain('AA123456785GB')
  expect(part?.text).toMatch(/STILL TO COME|Still to come/)

  const second = await ship({ orderNumber, trackingNumber: 'AA123456799GB' })
  expect(second.order).toMatchObject({ order_status: 'shipped', tracking_number: 'AA123456799GB' })
  expect(await parcelsOf(id)).toMatchObject([
    { id: first.parcel, carrier: 'DPD', tracking_number: 'AA123456785GB', pieces: dress },
    { id: second.parcel, tracking_number: 'AA123456799GB', pieces: [...dress, ...coat] },
  ])
  const [, rest] = await letters(id)
  expect(rest?.subject).toBe(`The rest of your order ${orderNumber} is on its way`)
  const titles = (await db.asService((tx) => listTimeline(tx, { orderId: id, customerId: null }))).map(
    ({ title, detail }) => `${title}: ${detail}`,
  )
  expect(titles).toContainEqual(
    expect.stringContaining('A parcel sent: 1 × Mary Dress, size 10–12. DPD AA123456785GB.'),
  )
})

test('each parcel has its own arrival day', async () => {
  const { id, orderNumber } = await orderOfThree()
  const { parcel } = await ship({ orderNumber, pieces: coat, trackingNumber: null })
  await db.asService((tx) =>
    tx
      .updateTable('private.parcels')
      .set({ shipped_at: new Date('2029-12-03T12:00:00Z') })
      .where('id', '=', String(parcel))
      .execute(),
  )
  await ship({ orderNumber, trackingNumber: 'AA123456785GB' })
  await set(id, { shipped_at: new Date('2029-12-10T12:00:00Z') })
  expect((await parcelsOf(id)).map(({ arrive_by }) => arrive_by)).toEqual(['2029-12-06', '2029-12-13'])
})

test('a whole order is one parcel, however it is sent, and one without a row too', async () => {
  const { id } = await orderOfThree()
  await set(id, { tracking_number: 'A1', order_status: 'shipped', shipped_at: new Date() })
  expect(await parcelsOf(id)).toMatchObject([{ tracking_number: 'A1', pieces: [{ quantity: 2 }, { quantity: 1 }] }])
  await set(id, { tracking_number: 'A2', shipping_carrier: 'Evri' })
  expect(await parcelsOf(id)).toMatchObject([{ tracking_number: 'A2', carrier: 'Evri' }])
  await db.asService((tx) => tx.deleteFrom('private.parcels').where('order_id', '=', id).execute())
  expect(await parcelsOf(id)).toMatchObject([{ id: null, tracking_number: 'A2', pieces: [{}, {}] }])
  await set(id, { order_status: 'processing', tracking_number: null })
  expect(await parcelsOf(id)).toEqual([])
})

test('a status set by any call sends all that remains, and a status set back takes the last parcel back', async () => {
  const { id, orderNumber } = await orderOfThree()
  await ship({ orderNumber, pieces: coat, trackingNumber: 'A1' })
  await set(id, { order_status: 'shipped' })
  expect(await parcelsOf(id)).toMatchObject([
    { tracking_number: 'A1' },
    { tracking_number: null, pieces: [{ quantity: 2 }] },
  ])
  expect(await states(id)).toEqual(['waiting', 'waiting'])
  await set(id, { order_status: 'processing' })
  expect(await parcelsOf(id)).toMatchObject([{ tracking_number: 'A1' }])
  expect(await states(id)).toEqual(['waiting', 'dropped'])
  await set(id, { order_status: 'pending' })
  expect(await parcelsOf(id)).toEqual([])
  expect(await states(id)).toEqual(['dropped', 'dropped'])
})

test('a parcel that is taken back sends no e-mail, and the order is as it was', async () => {
  const { id, orderNumber } = await orderOfThree({ order_status: 'pending' })
  const { order, parcel } = await ship({ orderNumber, pieces: coat, trackingNumber: 'A1' })
  expect(order.order_status).toBe('processing')
  const back = await db.asService((tx) =>
    takeBackParcel(tx, { orderNumber, version: order.version, parcelId: parcel ?? 0, status: 'pending' }),
  )
  expect(back.order_status).toBe('pending')
  expect(await states(id)).toEqual(['dropped'])
  // The last one, which made the order shipped.
  await ship({ orderNumber, pieces: dress, trackingNumber: 'A1' })
  const { parcel: last } = await ship({ orderNumber, trackingNumber: 'A2' })
  const open = await db.asService((tx) => takeBackParcel(tx, { orderNumber, parcelId: last ?? 0 }))
  expect(open).toMatchObject({ order_status: 'processing', tracking_number: null, shipped_at: null })
  expect(await parcelsOf(id)).toMatchObject([{ tracking_number: 'A1' }])
  expect((await emailsOf(id)).filter(({ state }) => state === 'waiting')).toHaveLength(1)
})

const work = (id: string) =>
  db.asService((tx) =>
    tx
      .selectFrom('private.pieces')
      .innerJoin('order_lines', 'order_lines.id', 'line_id')
      .select(['position', 'number', 'state', 'began', 'cut_at', 'cloth', 'cloth_cm', 'changed_at'])
      .where('order_id', '=', id)
      .orderBy('position')
      .orderBy('number')
      .execute(),
  )

/** An order of which a dress has left, with a coat that is cut. */
async function partSentOrder() {
  const { id, orderNumber } = await orderOfThree()
  await db.asService((tx) =>
    sql`insert into private.pieces (line_id, number, state, began, cloth, cloth_cm)
      select id, 1, 'cut', true, 'Wool', 250 from public.order_lines where order_id = ${id} and position = 1`.execute(
      tx,
    ),
  )
  await ship({ orderNumber, pieces: dress, trackingNumber: 'A1' })
  return { id, orderNumber }
}

test('a part-sent order that is set to pending and back at once has its parcel, its e-mail and the work on its pieces', async () => {
  const { id } = await partSentOrder()
  const [parcels, pieces] = [await parcelsOf(id), await work(id)]
  await set(id, { order_status: 'pending' })
  expect([await parcelsOf(id), await work(id), await states(id)]).toEqual([[], [], ['dropped']])
  await set(id, { order_status: 'processing' })
  expect([await parcelsOf(id), await work(id), await states(id)]).toEqual([parcels, pieces, ['waiting']])
  const titles = (await db.asService((tx) => listTimeline(tx, { orderId: id, customerId: null }))).map(
    ({ title, detail }) => `${title}: ${detail}`,
  )
  expect(titles.join()).toContain('A parcel taken back: A1.')
  expect(titles.join()).toContain('A parcel is sent after all: A1.')
})

test('an order of two parcels that is set to pending and back at once is shipped in two, and no e-mail is sent twice', async () => {
  const { id, orderNumber } = await orderOfThree()
  await ship({ orderNumber, pieces: dress, trackingNumber: 'A1' })
  await ship({ orderNumber, trackingNumber: 'B1' })
  await send(id)
  const parcels = await parcelsOf(id)
  const { shipped_at } = await columnsOf(id)
  await set(id, { order_status: 'pending' })
  await set(id, { order_status: 'shipped', shipped_at })
  expect(await parcelsOf(id)).toEqual(parcels)
  expect(await states(id)).toEqual(['sent', 'sent'])
})

/** What the board shows of an order. */
const board = (id: string) => db.asService((tx) => listPieces(tx, [id]))
const onBoard = async (id: string) => (await board(id)).map(({ name, state }) => `${name}: ${state}`).sort()

/** The press that moves the first piece of that name on the board which is not there yet. */
async function moveOf(id: string, name: string, to: PieceState): Promise<Move> {
  const piece = (await board(id)).find((each) => each.name === name && each.state !== to)
  if (!piece) throw new Error('No such piece')
  const { line, number, size, height_cm, heel_cm, state: from } = piece
  return { id: crypto.randomUUID(), line, number, from, to, seen: { size, height_cm, heel_cm } }
}

const press = async (id: string, name: string, to: PieceState) => {
  const move = await moveOf(id, name, to)
  expect(await db.asService((tx) => movePiece(tx, move))).toMatchObject({ refused: null })
}

const takeBack = (orderNumber: string, parcel: number | null) =>
  db.asService((tx) => takeBackParcel(tx, { orderNumber, parcelId: parcel ?? 0 }))

test('the pieces of a parcel that is taken back are as they were; sent again they are packed, and taken back again as before', async () => {
  for (const state of ['to_cut', 'cut', 'sewn', 'packed'] as const) {
    const { id, orderNumber } = await orderOfThree()
    if (state !== 'to_cut') await press(id, 'Wool Coat', state)
    const rest = ['Mary Dress: to_cut', 'Mary Dress: to_cut']
    const kept = ({ changed_at: _, ...piece }: Awaited<ReturnType<typeof work>>[number]) => piece
    const before = (await work(id)).map(kept)
    for (const trackingNumber of ['A1', 'A2']) {
      const { parcel } = await ship({ orderNumber, pieces: coat, trackingNumber })
      expect([await onBoard(id), (await work(id)).map((piece) => piece.state)]).toEqual([rest, ['packed']])
      await takeBack(orderNumber, parcel)
      expect(await onBoard(id)).toEqual([...rest, `Wool Coat: ${state}`])
      expect((await work(id)).map(kept)).toEqual(before)
    }
  }
})

test('of alike pieces the one that left comes back as it was, although the others went on or were cancelled', async () => {
  const { id, orderNumber } = await orderOfThree()
  await press(id, 'Mary Dress', 'sewn')
  const { parcel } = await ship({ orderNumber, pieces: dress, trackingNumber: 'A1' })
  await press(id, 'Mary Dress', 'packed')
  await takeBack(orderNumber, parcel)
  expect(await onBoard(id)).toEqual(['Mary Dress: packed', 'Mary Dress: sewn', 'Wool Coat: to_cut'])

  const fewer = await orderOfThree()
  // The second dress is further than the first.
  for (const state of ['sewn', 'sewn', 'cut'] as const) await press(fewer.id, 'Mary Dress', state)
  const { parcel: sent } = await ship({ orderNumber: fewer.orderNumber, pieces: dress, trackingNumber: 'A1' })
  await db.asService((tx) =>
    tx
      .updateTable('order_lines')
      .set({ cancelled_quantity: 1 })
      .where('order_id', '=', fewer.id)
      .where('position', '=', 0)
      .execute(),
  )
  await takeBack(fewer.orderNumber, sent)
  expect(await onBoard(fewer.id)).toEqual(['Mary Dress: sewn', 'Wool Coat: to_cut'])
})

test('an earlier parcel of an order that has left comes back alone, also where the board was not used for the last one', async () => {
  for (const packs of [false, true]) {
    const { id, orderNumber } = await orderOfThree()
    await press(id, 'Mary Dress', 'cut')
    const { parcel } = await ship({ orderNumber, pieces: dress, trackingNumber: 'A1' })
    if (packs) for (const name of ['Mary Dress', 'Wool Coat']) await press(id, name, 'packed')
    const { parcel: last } = await ship({ orderNumber, trackingNumber: 'B1' })
    await takeBack(orderNumber, parcel)
    expect(await onBoard(id)).toEqual(['Mary Dress: cut'])
    await takeBack(orderNumber, last)
    const rest = packs ? 'packed' : 'to_cut'
    expect(await onBoard(id)).toEqual([`Mary Dress: cut`, `Mary Dress: ${rest}`, `Wool Coat: ${rest}`])
  }
})

test('an order that is ready to post is not once a piece that was cut comes back, and its other pieces stay packed', async () => {
  const { id, orderNumber } = await orderOfThree()
  await press(id, 'Wool Coat', 'cut')
  const { parcel } = await ship({ orderNumber, pieces: coat, trackingNumber: 'A1' })
  for (const _ of dress.concat(dress)) await press(id, 'Mary Dress', 'packed')
  const isReady = async () => {
    const { rows } = await db.asService((tx) =>
      sql<{ is: boolean }>`select ready_at is not null as is from public.pre_orders where id = ${id}`.execute(tx),
    )
    return rows[0]?.is
  }
  expect(await isReady()).toBe(true)
  await takeBack(orderNumber, parcel)
  expect(await isReady()).toBe(false)
  expect(await onBoard(id)).toEqual(['Mary Dress: packed', 'Mary Dress: packed', 'Wool Coat: cut'])

  // What left when the order was ready is packed.
  const ready = await orderOfThree({ ready_at: new Date() })
  const sent = await ship({ orderNumber: ready.orderNumber, pieces: coat, trackingNumber: 'A1' })
  await takeBack(ready.orderNumber, sent.parcel)
  expect(await onBoard(ready.id)).toEqual(['Mary Dress: packed', 'Mary Dress: packed', 'Wool Coat: packed'])
})

test('a parcel whose pieces have no state of before leaves them packed', async () => {
  const { id, orderNumber } = await orderOfThree()
  await press(id, 'Wool Coat', 'cut')
  const { parcel } = await ship({ orderNumber, pieces: coat, trackingNumber: 'A1' })
  await db.asService((tx) =>
    sql`update private.pieces as p set parcel_id = null, state_before = null from public.order_lines as l
      where l.id = p.line_id and l.order_id = ${id}`.execute(tx),
  )
  await takeBack(orderNumber, parcel)
  expect(await onBoard(id)).toEqual(['Mary Dress: to_cut', 'Mary Dress: to_cut', 'Wool Coat: packed'])
})

test('a part-sent order that was pending for a moment still knows what its parcel was before', async () => {
  const { id, orderNumber } = await orderOfThree()
  await press(id, 'Wool Coat', 'sewn')
  const { parcel } = await ship({ orderNumber, pieces: coat, trackingNumber: 'A1' })
  await set(id, { order_status: 'pending' })
  await set(id, { order_status: 'processing' })
  await takeBack(orderNumber, parcel)
  expect(await onBoard(id)).toEqual(['Mary Dress: to_cut', 'Mary Dress: to_cut', 'Wool Coat: sewn'])
})

test('a press on the board while the parcel is taken back moves its own piece alone', { repeats: 4 }, async () => {
  const { id, orderNumber } = await orderOfThree()
  await press(id, 'Mary Dress', 'sewn')
  const { parcel } = await ship({ orderNumber, pieces: dress, trackingNumber: 'A1' })
  const move = await moveOf(id, 'Mary Dress', 'cut')
  const [moved] = await Promise.all([db.asService((tx) => movePiece(tx, move)), takeBack(orderNumber, parcel)])
  expect(moved.refused).toBe(null)
  expect(await onBoard(id)).toEqual(['Mary Dress: cut', 'Mary Dress: sewn', 'Wool Coat: to_cut'])
})

test('an order that was changed while it was pending, or is begun later, starts with its work to do', async () => {
  const changed = await partSentOrder()
  await set(changed.id, { order_status: 'pending' })
  await set(changed.id, { notes: 'Ring twice' })
  await set(changed.id, { order_status: 'processing' })
  const later = await partSentOrder()
  await set(later.id, { order_status: 'pending' })
  await db.asService((tx) =>
    sql`update private.work_before_pending set at = now() - interval '3 minutes' where order_id = ${later.id}`.execute(
      tx,
    ),
  )
  await set(later.id, { order_status: 'processing' })
  for (const { id } of [changed, later]) {
    expect([await parcelsOf(id), await work(id), await states(id)]).toEqual([[], [], ['dropped']])
  }
})

test('an earlier parcel is taken back within the minute of the last one, whose e-mail is sent', async () => {
  for (const number of ['B1', null]) {
    const { id, orderNumber } = await orderOfThree()
    const { parcel: first } = await ship({ orderNumber, pieces: dress, trackingNumber: 'A1' })
    await ship({ orderNumber, trackingNumber: number })
    await db.asService((tx) => takeBackParcel(tx, { orderNumber, parcelId: first ?? 0 }))
    expect(await states(id)).toEqual(['dropped', 'waiting'])
    const [, last] = await letters(id)
    expect(last?.subject).toBe(`A part of your order ${orderNumber} is on its way`)
    expect(last?.text).toContain(number ?? 'There’s no tracking number yet')
    // The dress leaves after all: its e-mail is that of the order.
    await send(id)
    await ship({ orderNumber, trackingNumber: null })
    expect((await states(id)).at(-1)).toBe('waiting')
    expect((await letters(id)).at(-1)?.subject).toBe(`The rest of your order ${orderNumber} is on its way`)
  }
})

test('a garment is made after all within the minute of the last parcel, whose e-mail is sent', async () => {
  const { id, orderNumber } = await orderOfThree()
  const cancelCoat = (cancelled_quantity: number) =>
    db.asService((tx) =>
      tx
        .updateTable('order_lines')
        .set({ cancelled_quantity })
        .where('order_id', '=', id)
        .where('position', '=', 1)
        .execute(),
    )
  await cancelCoat(1)
  await ship({ orderNumber, trackingNumber: 'A1' })
  await cancelCoat(0)
  expect(await columnsOf(id)).toMatchObject({ order_status: 'processing' })
  expect(await states(id)).toEqual(['waiting'])
  expect((await letters(id))[0]?.subject).toBe(`A part of your order ${orderNumber} is on its way`)
})

test('a whole shipment is undone and sent in parts: no e-mail calls its number a wrong one of the same parcel', async () => {
  for (const isTold of [true, false]) {
    for (const undo of ['status', 'parcel'] as const) {
      const { id, orderNumber } = await orderOfThree()
      const { parcel } = await ship({ orderNumber, trackingNumber: 'X1' })
      if (isTold) await send(id)
      if (undo === 'status') await set(id, { order_status: 'processing', tracking_number: null })
      else await db.asService((tx) => takeBackParcel(tx, { orderNumber, parcelId: parcel ?? 0 }))
      await ship({ orderNumber, pieces: dress, trackingNumber: 'A1' })
      const plain = (text = '') => text.replaceAll(/\s+/g, ' ')
      const part = (await letters(id)).at(-1)
      expect(part?.subject).toBe(`A part of your order ${orderNumber} is on its way`)
      // A customer who has the number reads once that it is of no use any more.
      const ignore = 'Please ignore the tracking number X1 that we sent you'
      if (isTold) expect(plain(part?.text)).toContain(ignore)
      else expect(part?.text).not.toMatch(/\bX1\b/)
      await send(id)
      const { parcel: last } = await ship({ orderNumber, trackingNumber: 'B1' })
      const rest = (await letters(id)).at(-1)
      expect(rest?.subject).toBe(`The rest of your order ${orderNumber} is on its way`)
      expect(rest?.text).not.toMatch(/\bX1\b/)
      // A correction of the last one names the one it corrects.
      await send(id)
      await db.asService((tx) => correctParcel(tx, { orderNumber, parcelId: last ?? 0, trackingNumber: 'B2' }))
      expect(plain((await letters(id)).at(-1)?.text)).toContain('a wrong tracking number, B1. The corrected one is B2.')
    }
  }
})

test('a part that leaves under the number of the undone shipment keeps it, and the rest has its own', async () => {
  const { id, orderNumber } = await orderOfThree()
  await ship({ orderNumber, trackingNumber: 'X1' })
  await send(id)
  await set(id, { order_status: 'processing', tracking_number: null })
  await ship({ orderNumber, pieces: dress, trackingNumber: 'X1' })
  const part = (await letters(id)).at(-1)
  expect(part?.text).not.toMatch(/ignore|wrong/)
  await send(id)
  await ship({ orderNumber, trackingNumber: 'B1' })
  const rest = (await letters(id)).at(-1)
  expect(rest?.subject).toBe(`The rest of your order ${orderNumber} is on its way`)
  expect(rest?.text).not.toMatch(/ignore|wrong/)
})

test('a corrected number writes a corrected letter that says so, of the first parcel and of the last', async () => {
  const { id, orderNumber } = await orderOfThree()
  const { parcel: first } = await ship({ orderNumber, pieces: dress, trackingNumber: 'A1' })
  const { parcel: last } = await ship({ orderNumber, trackingNumber: 'B1' })
  await send(id)
  await db.asService((tx) => correctParcel(tx, { orderNumber, parcelId: first ?? 0, trackingNumber: 'A2' }))
  await db.asService((tx) => correctParcel(tx, { orderNumber, parcelId: last ?? 0, trackingNumber: 'B2' }))
  expect(await columnsOf(id)).toMatchObject({ order_status: 'shipped', tracking_number: 'B2' })
  const [, , ofFirst, ofLast] = await letters(id)
  expect(ofFirst?.subject).toBe(`Corrected tracking number for your order ${orderNumber}`)
  expect(ofFirst?.text.replaceAll(/\s+/g, ' ')).toContain(
    'We sent you a wrong tracking number, A1. The corrected one is A2.',
  )
  expect(ofLast?.text.replaceAll(/\s+/g, ' ')).toContain(
    'We sent you a wrong tracking number, B1. The corrected one is B2.',
  )
  // Right after all: the number is sent again.
  await send(id)
  await db.asService((tx) => correctParcel(tx, { orderNumber, parcelId: first ?? 0, trackingNumber: 'A1' }))
  expect(await states(id)).toEqual(['sent', 'sent', 'sent', 'sent', 'waiting'])
  await db.asService((tx) =>
    correctParcel(tx, { orderNumber, parcelId: first ?? 0, trackingNumber: 'A3', tellCustomer: false }),
  )
  expect((await states(id)).at(-1)).toBe('dropped')
})

test('a repeated press is no second parcel, and other pieces than are left are refused', async () => {
  const { id, orderNumber } = await orderOfThree()
  const press = { orderNumber, pieces: coat, trackingNumber: 'A1', version: 1 }
  const [{ version }] = [
    await db.asService((tx) =>
      tx.selectFrom('pre_orders').select('version').where('id', '=', id).executeTakeFirstOrThrow(),
    ),
  ]
  await ship({ ...press, version })
  await ship({ ...press, version })
  expect(await parcelsOf(id)).toHaveLength(1)
  await expect(ship({ ...press, version, trackingNumber: 'A2' })).rejects.toMatchObject({ code: 'conflict' })
  await expect(ship({ orderNumber, pieces: coat, trackingNumber: 'A2' })).rejects.toMatchObject({ code: 'conflict' })
  await expect(ship({ orderNumber, pieces: dress, trackingNumber: 'a 1' })).rejects.toMatchObject({ code: 'conflict' })
  await expect(
    ship({ orderNumber, pieces: [{ position: 7, quantity: 1 }], trackingNumber: 'A2' }),
  ).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(ship({ orderNumber, pieces: dress, trackingNumber: '?' })).rejects.toMatchObject({ code: 'bad_request' })
})

test('the database itself refuses more pieces than were ordered, and those of another order', async () => {
  const [one, other] = [await orderOfThree(), await orderOfThree()]
  await ship({ orderNumber: one.orderNumber, pieces: coat, trackingNumber: 'A1' })
  const add = (from: string) =>
    db.asService((tx) =>
      sql`insert into private.parcel_lines (parcel_id, line_id, quantity)
        select (select max(id) from private.parcels where order_id = ${one.id}), id, 3 from public.order_lines
         where order_id = ${from} and position = 0`.execute(tx),
    )
  await expect(add(one.id)).rejects.toMatchObject({ code: '23514' })
  await expect(add(other.id)).rejects.toMatchObject({ code: '23514' })
})

test('the last piece that remained is cancelled: the order is shipped, without an e-mail; made after all, it waits again', async () => {
  const { id, orderNumber } = await orderOfThree()
  await ship({ orderNumber, pieces: [{ position: 0, quantity: 2 }], trackingNumber: 'A1' })
  await send(id)
  const cancel = (cancelled_quantity: number) =>
    db.asService((tx) =>
      tx
        .updateTable('order_lines')
        .set({ cancelled_quantity })
        .where('order_id', '=', id)
        .where('position', '=', 1)
        .execute(),
    )
  await cancel(1)
  expect(await columnsOf(id)).toMatchObject({ order_status: 'shipped', tracking_number: 'A1' })
  expect(await states(id)).toEqual(['sent'])
  await cancel(0)
  expect(await columnsOf(id)).toMatchObject({ order_status: 'processing', tracking_number: null })
  expect(await parcelsOf(id)).toHaveLength(1)
  // Also where the parcel has arrived: what is made after all is not lost among the delivered orders.
  await cancel(1)
  await set(id, { order_status: 'delivered' })
  await cancel(0)
  expect(await columnsOf(id)).toMatchObject({ order_status: 'processing', shipped_at: null })
})

test('the e-mail about a parcel waits on while the rest is cancelled and made after all', async () => {
  const { id, orderNumber } = await orderOfThree()
  await ship({ orderNumber, pieces: [{ position: 0, quantity: 2 }], trackingNumber: 'A1' })
  for (const cancelled_quantity of [1, 0]) {
    await db.asService((tx) =>
      tx
        .updateTable('order_lines')
        .set({ cancelled_quantity })
        .where('order_id', '=', id)
        .where('position', '=', 1)
        .execute(),
    )
  }
  expect(await columnsOf(id)).toMatchObject({ order_status: 'processing' })
  expect(await states(id)).toEqual(['waiting'])
})

test('two devices send the same piece: one parcel, one e-mail, one conflict', { repeats: 4 }, async () => {
  const { id, orderNumber } = await orderOfThree()
  const results = await Promise.allSettled(
    ['A1', 'A2'].map((trackingNumber) => ship({ orderNumber, pieces: coat, trackingNumber })),
  )
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await parcelsOf(id)).toHaveLength(1)
  expect(await states(id)).toEqual(['waiting'])
})

test('all is sent while a part is added: no piece leaves twice, and each parcel has one e-mail', {
  repeats: 4,
}, async () => {
  const { id, orderNumber } = await orderOfThree()
  await Promise.allSettled([
    ship({ orderNumber, pieces: coat, trackingNumber: 'A1' }),
    ship({ orderNumber, trackingNumber: 'B1' }),
    set(id, { order_status: 'shipped', tracking_number: 'C1', shipped_at: new Date() }),
  ])
  const parcels = await parcelsOf(id)
  const pieces = parcels.flatMap((parcel) => parcel.pieces)
  expect(pieces.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(3)
  expect((await columnsOf(id)).order_status).toBe('shipped')
  expect((await emailsOf(id)).filter(({ state }) => state === 'waiting')).toHaveLength(parcels.length)
})

type Step =
  | { do: 'add'; dresses: number; coats: number; number: number | null }
  | { do: 'rest'; number: number | null }
  | { do: 'status'; status: string }
  | { do: 'back'; which: number }
  | { do: 'cancel'; position: number; quantity: number }

const number = fc.option(fc.integer({ min: 1, max: 9 }), { nil: null })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('add' as const),
    dresses: fc.integer({ min: 0, max: 2 }),
    coats: fc.integer({ min: 0, max: 1 }),
    number,
  }),
  fc.record({ do: fc.constant('rest' as const), number }),
  fc.record({
    do: fc.constant('status' as const),
    status: fc.constantFrom('pending', 'processing', 'shipped', 'delivered'),
  }),
  fc.record({ do: fc.constant('back' as const), which: fc.nat({ max: 3 }) }),
  fc.record({ do: fc.constant('cancel' as const), position: fc.nat({ max: 1 }), quantity: fc.nat({ max: 1 }) }),
)

test('a parcel whose pieces were cancelled since is not taken back, so that no other parcel is undone with it', async () => {
  const { id, orderNumber } = await orderOfThree()
  await ship({ orderNumber, pieces: coat, trackingNumber: 'A1' })
  await run(id, orderNumber, { do: 'cancel', position: 1, quantity: 1 })
  await ship({ orderNumber, trackingNumber: 'B1' })
  await expect(run(id, orderNumber, { do: 'back', which: 0 })).rejects.toMatchObject({ code: 'conflict' })
  expect(await columnsOf(id)).toMatchObject({ order_status: 'shipped', tracking_number: 'B1' })
  expect(await parcelsOf(id)).toHaveLength(2)
})

test('set back to processing, the order has something to send, whatever was cancelled after it left', async () => {
  const { id, orderNumber } = await orderOfThree()
  await ship({ orderNumber, pieces: [{ position: 0, quantity: 2 }], trackingNumber: 'A1' })
  await ship({ orderNumber, trackingNumber: 'B1' })
  await run(id, orderNumber, { do: 'cancel', position: 1, quantity: 1 })
  await set(id, { order_status: 'processing', tracking_number: null })
  expect(await columnsOf(id)).toMatchObject({ order_status: 'processing' })
  expect(await parcelsOf(id)).toEqual([])
})

test('after any steps, pieces in parcels are no more than ordered, and the order is sent exactly when none remains', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 9 }), async (steps) => {
      const { id, orderNumber } = await orderOfThree()
      for (const each of steps) {
        await run(id, orderNumber, each).catch((error: unknown) => {
          if (
            !(error instanceof Error && 'code' in error && (error.code === 'conflict' || error.code === 'bad_request'))
          )
            throw error
        })
        const { rows } = await db.asService((tx) =>
          sql<{ quantity: number; cancelled: number; sent: number; status: string }>`
            select l.quantity, l.cancelled_quantity as cancelled, o.order_status as status,
              coalesce((select sum(p.quantity) from private.parcel_lines p where p.line_id = l.id), 0)::int as sent
              from public.order_lines l join public.pre_orders o on o.id = l.order_id where o.id = ${id}`.execute(tx),
        )
        const remains = rows.some(({ quantity, cancelled, sent }) => quantity - cancelled > sent)
        const isSent = ['shipped', 'delivered'].includes(rows[0]?.status ?? '')
        for (const { quantity, sent } of rows) expect(sent).toBeLessThanOrEqual(quantity)
        expect(isSent, JSON.stringify(rows)).toBe(!remains)
        const parcels = await parcelsOf(id)
        // The columns have the last parcel, once nothing remains.
        if (isSent) expect((await columnsOf(id)).tracking_number).toBe(parcels.at(-1)?.tracking_number ?? null)
        expect(parcels.every(({ pieces }) => pieces.length > 0)).toBe(true)
      }
    }),
    { numRuns: 60 },
  )
})

async function run(id: string, orderNumber: string, each: Step): Promise<void> {
  if (each.do === 'add') {
    const pieces = [
      { position: 0, quantity: each.dresses },
      { position: 1, quantity: each.coats },
    ].filter(({ quantity }) => quantity > 0)
    await ship({ orderNumber, pieces, trackingNumber: each.number === null ? null : `A${each.number}` })
  }
  if (each.do === 'rest') await ship({ orderNumber, trackingNumber: each.number === null ? null : `A${each.number}` })
  if (each.do === 'status') await set(id, { order_status: each.status })
  if (each.do === 'back') {
    const parcel = (await parcelsOf(id))[each.which]
    if (parcel?.id) await db.asService((tx) => takeBackParcel(tx, { orderNumber, parcelId: parcel.id ?? 0 }))
  }
  if (each.do === 'cancel') {
    await db.asService((tx) =>
      tx
        .updateTable('order_lines')
        .set({ cancelled_quantity: each.quantity })
        .where('order_id', '=', id)
        .where('position', '=', each.position)
        .execute(),
    )
  }
}

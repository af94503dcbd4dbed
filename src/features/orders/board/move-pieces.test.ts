import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeByCustomer } from '#features/orders/changes/customer-changes.ts'
import { readEditableOrder } from '#features/orders/changes/editable-order.ts'
import { listChanges } from '#features/orders/changes/order-change.ts'
import { saveChanges } from '#features/orders/changes/save-changes.ts'
import type { Tx } from '#platform/database/db.ts'
import { paidOrder } from '#tests/fixtures/account-data.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { shipParcel } from '../parcels/ship-parcel.ts'
import type { BoardPiece, Move } from './board.contract.ts'
import { movePiece } from './move-pieces.ts'
import type { PieceState } from './piece.ts'
import { readBoard, readStock, saveCount } from './read-board.ts'
import { readWork } from './work-of-order.ts'

let db: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db[Symbol.asyncDispose]())

const write = <Value>(work: (tx: Tx) => Promise<Value>) => db.asService(work)

const larger = { fields: {}, lines: [{ position: 0, size: '12-14' }] }

/** A paid order of so many pieces a line. */
async function ordered(...quantities: number[]) {
  const email = `${crypto.randomUUID()}@example.com`
  const { id, order_number: number } = await paidOrder({ db } as never, email)
  const product = await db.product({ sizes: ['10-12', '12-14'], length: '143 cm' })
  await write((tx) =>
    tx
      .insertInto('order_lines')
      .values(
        quantities.map((quantity, position) => ({
          ...{
            order_id: id,
            position,
            quantity,
            product_id: product.id,
            slug: 'mary',
            name: 'Mary Dress',
            size: '10-12',
          },
          ...{ unit_price: pounds(89), dispatch_by: '2030-01-15' },
        })),
      )
      .execute(),
  )
  return { id, number, product: product.id }
}

/** The pieces of an order on the board. */
async function piecesOf({ number }: { number: string }): Promise<BoardPiece[]> {
  const { pieces } = await write(readBoard)
  return pieces.filter(({ order_number }) => order_number === number)
}

async function statesOf(order: { number: string }) {
  return (await piecesOf(order)).map(({ state }) => state)
}

function moveOf(piece: BoardPiece | undefined, to: PieceState, from = piece?.state): Move {
  if (!piece || !from) throw new Error('No such piece')
  const { line, number, size, height_cm, heel_cm } = piece
  return { id: crypto.randomUUID(), line, number, from, to, seen: { size, height_cm, heel_cm } }
}

const press = (move: Move) => write((tx) => movePiece(tx, move))

async function moveAll(order: { number: string }, to: PieceState) {
  for (const piece of await piecesOf(order)) await press(moveOf(piece, to))
}

function orderOf(id: string) {
  return write((tx) =>
    tx
      .selectFrom('pre_orders')
      .select(['order_status', 'order_view', 'ready_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
}

function emailsOf(id: string) {
  return write((tx) =>
    tx
      .selectFrom('private.outbox')
      .select(['kind', 'state'])
      .where('order_id', '=', id)
      .where('kind', '=', 'order_in_production')
      .execute(),
  )
}

function update(id: string, columns: object) {
  return write((tx) => tx.updateTable('pre_orders').set(columns).where('id', '=', id).execute())
}

test('the first cut begins the order and queues its e-mail; undone, both are as they were', async () => {
  const order = await ordered(2)
  const [first, second] = await piecesOf(order)
  expect(first).toMatchObject({ state: 'to_cut', of: 2, is_pending: true, order_pieces: 2 })
  expect(await press(moveOf(first, 'cut'))).toMatchObject({ refused: null })
  expect(await orderOf(order.id)).toMatchObject({ order_status: 'processing' })
  expect(await emailsOf(order.id)).toEqual([{ kind: 'order_in_production', state: 'waiting' }])
  await press(moveOf(second, 'cut'))
  await press(moveOf((await piecesOf(order))[0], 'to_cut'))
  expect(await orderOf(order.id)).toMatchObject({ order_status: 'processing' })
  await press(moveOf((await piecesOf(order))[1], 'to_cut'))
  expect(await orderOf(order.id)).toMatchObject({ order_status: 'pending' })
  expect(await emailsOf(order.id)).toEqual([{ kind: 'order_in_production', state: 'dropped' }])
  await press(moveOf((await piecesOf(order))[0], 'cut'))
  expect(await emailsOf(order.id)).toEqual([{ kind: 'order_in_production', state: 'waiting' }])
})

test('an order that was begun elsewhere stays begun when its piece is to be cut again', async () => {
  const order = await ordered(1)
  await update(order.id, { order_status: 'processing' })
  await moveAll(order, 'cut')
  await moveAll(order, 'to_cut')
  expect(await orderOf(order.id)).toMatchObject({ order_status: 'processing' })
})

test('an order is ready to post while all of its pieces are packed', async () => {
  const order = await ordered(1, 1)
  await moveAll(order, 'packed')
  expect(await orderOf(order.id)).toMatchObject({ order_view: 'to_dispatch' })
  await press(moveOf((await piecesOf(order))[0], 'sewn'))
  expect(await orderOf(order.id)).toMatchObject({ order_view: 'in_progress', ready_at: null })
  expect(await statesOf(order)).toEqual(['sewn', 'packed'])
})

test('"Ready to post" in the list packs the pieces, and its undo gives each its own state back', async () => {
  const order = await ordered(1, 1)
  await press(moveOf((await piecesOf(order))[0], 'cut'))
  await update(order.id, { ready_at: new Date() })
  expect(await statesOf(order)).toEqual(['packed', 'packed'])
  await update(order.id, { ready_at: null })
  expect(await statesOf(order)).toEqual(['cut', 'to_cut'])
  await update(order.id, { ready_at: new Date() })
  await press(moveOf((await piecesOf(order))[1], 'sewn'))
  expect(await statesOf(order)).toEqual(['packed', 'sewn'])
  await moveAll(order, 'packed')
  await update(order.id, { ready_at: null })
  expect(await statesOf(order)).toEqual(['sewn', 'sewn'])
})

test.each(['shipped', 'delivered', 'cancelled'])(
  '%s by any call takes the pieces off the board',
  async (order_status) => {
    const order = await ordered(2)
    await moveAll(order, 'cut')
    const [piece] = await piecesOf(order)
    await update(order.id, { order_status })
    expect(await piecesOf(order)).toEqual([])
    const refused = order_status === 'cancelled' ? 'cancelled' : 'sent'
    expect(await press(moveOf(piece, 'sewn'))).toMatchObject({ refused })
    // The undo of that status.
    await update(order.id, { order_status: 'processing' })
    expect(await statesOf(order)).toEqual(['cut', 'cut'])
    await update(order.id, { order_status: 'pending' })
    expect(await statesOf(order)).toEqual(['to_cut', 'to_cut'])
  },
)

test('a press that is sent again moves its piece once, also after an undo', async () => {
  const order = await ordered(1)
  const move = moveOf((await piecesOf(order))[0], 'cut')
  await press(move)
  await moveAll(order, 'to_cut')
  expect(await press(move)).toMatchObject({ refused: null })
  expect(await statesOf(order)).toEqual(['to_cut'])
})

test('a piece that is elsewhere, or was changed before it was cut, is not moved', async () => {
  const order = await ordered(1)
  const [piece] = await piecesOf(order)
  await write((tx) => changeByCustomer(tx, order.id, larger))
  expect(await press(moveOf(piece, 'cut'))).toMatchObject({ refused: 'changed' })
  expect(await orderOf(order.id)).toMatchObject({ order_status: 'pending' })
  await moveAll(order, 'sewn')
  expect(await press(moveOf((await piecesOf(order))[0], 'packed', 'cut'))).toMatchObject({
    refused: 'elsewhere',
    state: 'sewn',
  })
})

async function edit(id: string, line: { size?: string; height?: number | null }) {
  await write(async (tx) => {
    const order = await readEditableOrder(tx, { id })
    const changes = listChanges(order, { fields: {}, lines: [{ position: 0, ...line }] })
    await saveChanges(tx, order, { changes, byCustomer: false, actor: null })
  })
}

test('a piece whose size or height the owner changes after the cut says what it was cut to, until it is cut again', async () => {
  const order = await ordered(2)
  const [cut, whole] = await piecesOf(order)
  await press(moveOf(cut, 'cut'))
  await edit(order.id, { size: '12-14' })
  const at = async (piece: BoardPiece | undefined) =>
    (await piecesOf(order)).find(({ number }) => number === piece?.number)
  expect(await at(cut)).toMatchObject({ size: '12-14', cut_to: { size: '10-12', height_cm: null, heel_cm: null } })
  expect(await at(whole)).toMatchObject({ size: '12-14', cut_to: null })
  await edit(order.id, { height: 165 })
  expect(await at(cut)).toMatchObject({ height_cm: 165, cut_to: { size: '10-12', height_cm: null } })
  // The change is taken back: the piece is right again.
  await edit(order.id, { size: '10-12', height: null })
  expect(await at(cut)).toMatchObject({ cut_to: null })
  await edit(order.id, { size: '12-14' })
  await press(moveOf(await at(cut), 'sewn', 'cut'))
  expect(await at(cut)).toMatchObject({ state: 'sewn', cut_to: { size: '10-12' } })
  await press(moveOf(await at(cut), 'to_cut', 'sewn'))
  await press(moveOf(await at(cut), 'cut'))
  expect(await at(cut)).toMatchObject({ state: 'cut', cut_to: null })
})

test('of a withdrawal nothing is cut', async () => {
  const order = await ordered(1)
  const [piece] = await piecesOf(order)
  await update(order.id, { order_status: 'processing' })
  await withdraw(order.id, piece)
  expect(await piecesOf(order)).toEqual([])
  expect(await press(moveOf(piece, 'cut'))).toMatchObject({ refused: 'withdrawn' })
})

/** Withdraws from one piece of a line. */
function withdraw(orderId: string, piece: BoardPiece | undefined) {
  return write((tx) =>
    sql`with declared as (
        insert into private.returns (id, order_id, kind) values (${crypto.randomUUID()}, ${orderId}, 'withdrawal') returning id)
      insert into private.return_lines (return_id, line_id, quantity) select id, ${piece?.line}, 1 from declared`.execute(
      tx,
    ),
  )
}

/** Sends one piece of a line in a parcel. */
function sendOne(orderId: string, position = 0) {
  return write(async (tx) => {
    const { order_number: orderNumber } = await tx
      .selectFrom('pre_orders')
      .select('order_number')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    return shipParcel(tx, { orderNumber, pieces: [{ position, quantity: 1 }], trackingNumber: null })
  })
}

test('a withdrawal from what has left in a parcel keeps the rest on the board', async () => {
  const order = await ordered(1, 1)
  const [piece, rest] = await piecesOf(order)
  await sendOne(order.id)
  await withdraw(order.id, piece)
  expect(await statesOf(order)).toEqual(['to_cut'])
  expect(await press(moveOf(rest, 'cut'))).toMatchObject({ refused: null })
})

test('the last piece that remains is to be cut again: the order stays in progress, and what has left stays sent', async () => {
  const order = await ordered(1, 1)
  const [first, second] = await piecesOf(order)
  await press(moveOf(second, 'cut'))
  await press(moveOf(first, 'packed'))
  await sendOne(order.id)
  expect(await press(moveOf(second, 'to_cut', 'cut'))).toMatchObject({ refused: null })
  const { rows } = await write((tx) =>
    sql<{ status: string; parcels: number }>`select order_status as status,
      (select count(*)::int from private.parcels where order_id = o.id) as parcels
      from public.pre_orders as o where id = ${order.id}`.execute(tx),
  )
  expect(rows).toEqual([{ status: 'processing', parcels: 1 }])
})

test('of alike pieces, one that is packed after the other left can be taken back', async () => {
  const order = await ordered(2)
  const [first, second] = await piecesOf(order)
  await press(moveOf(second, 'packed'))
  await sendOne(order.id)
  await press(moveOf(first, 'packed'))
  expect((await piecesOf(order)).map(({ number }) => number)).toEqual([1])
  expect(await press(moveOf(first, 'sewn', 'packed'))).toMatchObject({ refused: null })
  expect(await statesOf(order)).toEqual(['sewn'])
})

test('what has left stays made where the rest is no longer ready to post', async () => {
  const order = await ordered(2)
  await update(order.id, { order_status: 'processing', ready_at: sql`now()` })
  await sendOne(order.id)
  await moveAll(order, 'packed')
  await update(order.id, { ready_at: null })
  const { rows } = await write((tx) =>
    sql<{ work: number }>`select work from private.promised_work(null) where order_id = ${order.id}`.execute(tx),
  )
  expect(rows).toEqual([{ work: 100 }])
})

/** Cancels so many pieces of a line. */
async function cancelPieces(id: string, { position, after }: { position: number; after: number }) {
  await write(async (tx) => {
    const order = await readEditableOrder(tx, { id })
    const before = order.lines.find((line) => line.position === position)?.cancelled ?? 0
    const changes = [{ field: 'cancelled', position, garment: 'Mary Dress', before, after } as const]
    await saveChanges(tx, order, { changes, byCustomer: false, actor: null })
  })
}

test('of alike pieces the one with the least work is cancelled; what is packed then is ready to post', async () => {
  const order = await ordered(3)
  const [, , third] = await piecesOf(order)
  await press(moveOf(third, 'cut'))
  await cancelPieces(order.id, { position: 0, after: 1 })
  expect(await statesOf(order)).toEqual(['cut', 'to_cut'])
  expect(await press(moveOf(third, 'sewn', 'cut'))).toMatchObject({ refused: 'cancelled' })
  await press(moveOf((await piecesOf(order))[0], 'packed'))
  await cancelPieces(order.id, { position: 0, after: 2 })
  expect(await orderOf(order.id)).toMatchObject({ order_view: 'to_dispatch' })
  await cancelPieces(order.id, { position: 0, after: 1 })
  expect(await orderOf(order.id)).toMatchObject({ order_view: 'in_progress' })
  expect(await statesOf(order)).toEqual(['packed', 'to_cut'])
})

test('two devices press the same piece at once: it is moved once, and both agree', async () => {
  for (let round = 0; round < 8; round += 1) {
    const order = await ordered(1)
    const [piece] = await piecesOf(order)
    const results = await Promise.all([press(moveOf(piece, 'cut')), press(moveOf(piece, 'cut'))])
    expect(results.map(({ refused }) => refused)).toEqual([null, null])
    expect(await statesOf(order)).toEqual(['cut'])
    const events = await write((tx) =>
      tx
        .selectFrom('private.order_events')
        .select('facts')
        .where('order_id', '=', order.id)
        .where('kind', '=', 'piece_moved')
        .execute(),
    )
    expect(events).toHaveLength(1)
    expect(await emailsOf(order.id)).toHaveLength(1)
  }
})

test('of the customer’s change and the cut at once one comes first, and nothing is cut in a size that was changed', async () => {
  for (let round = 0; round < 8; round += 1) {
    const order = await ordered(1)
    const [piece] = await piecesOf(order)
    const change = () => write((tx) => changeByCustomer(tx, order.id, larger)).catch(() => null)
    const both = round % 2 ? [change(), press(moveOf(piece, 'cut'))] : [press(moveOf(piece, 'cut')), change()]
    await Promise.all(both)
    const [now] = await piecesOf(order)
    expect([now?.size, now?.state]).toEqual(now?.state === 'cut' ? ['10-12', 'cut'] : ['12-14', 'to_cut'])
  }
})

test('a cancellation and a press at once: a piece that is cancelled is not on the board', async () => {
  for (let round = 0; round < 8; round += 1) {
    const order = await ordered(1)
    const [piece] = await piecesOf(order)
    const [{ refused }] = await Promise.all([
      press(moveOf(piece, 'cut')),
      update(order.id, { order_status: 'cancelled' }),
    ])
    expect([null, 'cancelled']).toContain(refused)
    expect(await piecesOf(order)).toEqual([])
    expect(await orderOf(order.id)).toMatchObject({ order_status: 'cancelled' })
  }
})

test('what is cut is taken off the cloth that was counted, until it is counted again', async () => {
  const order = await ordered(2)
  const cloth = `Linen ${order.number}`
  await write((tx) =>
    tx
      .insertInto('private.garment_cloths')
      .values({ product_id: order.product, cloth, width_cm: 150, metres: JSON.stringify({ '10-12': 2.4 }) })
      .execute(),
  )
  const left = async () => (await write(readStock)).find((stock) => stock.cloth === cloth)?.left
  expect((await piecesOf(order))[0]).toMatchObject({ cloth, width_cm: 150, metres: 2.4 })
  await write((tx) => saveCount(tx, { cloth, metres: 10 }))
  await moveAll(order, 'cut')
  expect(await left()).toBeCloseTo(5.2)
  await press(moveOf((await piecesOf(order))[0], 'to_cut'))
  expect(await left()).toBeCloseTo(7.6)
  await write((tx) => saveCount(tx, { cloth, metres: 7.6 }))
  expect(await left()).toBeCloseTo(7.6)
  await write((tx) => saveCount(tx, { cloth, metres: null }))
  expect(await left()).toBeUndefined()
})

test('the customer reads the work once a piece is moved, and until the order leaves', async () => {
  const order = await ordered(2, 1)
  const work = async () => (await write((tx) => readWork(tx, order.id))).map(({ states }) => states)
  await update(order.id, { order_status: 'processing' })
  expect(await work()).toEqual([])
  await press(moveOf((await piecesOf(order))[1], 'sewn'))
  expect(await work()).toEqual([['to_cut', 'sewn'], ['to_cut']])
  await moveAll(order, 'packed')
  expect(await work()).toEqual([['packed', 'packed'], ['packed']])
  await update(order.id, { order_status: 'shipped' })
  expect(await work()).toEqual([])
})

test('what is packed is made, so that a new promise has its room', async () => {
  const order = await ordered(2, 1)
  const work = async () => {
    const { rows } = await write((tx) =>
      sql<{ work: number }>`select work from private.promised_work(null) where order_id = ${order.id}`.execute(tx),
    )
    return rows[0]?.work
  }
  expect(await work()).toBe(300)
  await press(moveOf((await piecesOf(order))[0], 'packed'))
  expect(await work()).toBe(200)
  await press(moveOf((await piecesOf(order))[0], 'sewn'))
  expect(await work()).toBe(300)
  await moveAll(order, 'packed')
  expect(await work()).toBeUndefined()
})

test('a piece that left in a parcel is off the board, and the order is ready once the others are packed', async () => {
  const order = await ordered(2)
  const [first, second] = await piecesOf(order)
  await press(moveOf(first, 'packed'))
  await write((tx) =>
    sql`with sent as (insert into private.parcels (order_id, carrier) values (${order.id}, 'Royal Mail') returning id)
      insert into private.parcel_lines (parcel_id, line_id, quantity) select id, ${first?.line}, 1 from sent`.execute(
      tx,
    ),
  )
  expect((await piecesOf(order)).map(({ number, state }) => [number, state])).toEqual([[2, 'to_cut']])
  expect(await press(moveOf(first, 'sewn', 'packed'))).toMatchObject({ refused: 'sent' })
  await press(moveOf(second, 'packed'))
  expect(await orderOf(order.id)).toMatchObject({ order_view: 'to_dispatch' })
})

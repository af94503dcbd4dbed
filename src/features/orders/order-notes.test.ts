import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDb, type Tx } from '#platform/database/db.ts'
import { migrate } from '#platform/database/migrate.ts'
import { keyOf, readMigrations } from '#platform/database/migration-files.ts'
import { createLog } from '#platform/log.ts'
import { emptyDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { rows } from '#tests/fixtures/rows.ts'
import { OrderNote, words } from './order-note.ts'
import { addNote, openNotes, resolveNotes } from './order-notes.ts'

const notes: [former: string, note: OrderNote][] = [
  ['Paid in usd', { kind: 'paid_in_other_currency', currency: 'usd' }],
  ['Paid for goods of £1,089.00 instead of £89.50', { kind: 'goods_differ', paidPence: 108_900, duePence: 8_950 }],
  ['Paid with a delivery that was not offered', { kind: 'delivery_not_offered' }],
  ['Paid another total than the sum of its parts', { kind: 'total_differs' }],
  ['Paid without a name and an address', { kind: 'address_missing' }],
  ['Paid delivery to GB, but the address is in US', { kind: 'address_elsewhere', deliverTo: 'GB', country: 'US' }],
  [
    'The address is in Northern Ireland, and the shop names no responsible person there or in the EU',
    { kind: 'northern_ireland' },
  ],
  ['Its discount code had no use left when the payment came', { kind: 'code_used_up' }],
  ['Its pre-order had no piece left when the payment came', { kind: 'preorder_full' }],
  ['Rebuilt from the payment: check the sizes', { kind: 'rebuilt' }],
  ['Look at this payment before sending', { kind: 'bank_warning' }],
  ['Paid a second time, on payment page cs_2: refund it', { kind: 'paid_twice', sessionId: 'cs_2' }],
  ['A refund failed: £0.05', { kind: 'refund_failed', amountPence: 5 }],
  ['A refund failed: £10.00 (declined)', { kind: 'refund_failed', amountPence: 1_000, failure: 'declined' }],
  ['Refund owed: the order was cancelled', { kind: 'refund_owed' }],
  ['Refund owed: cancelled by the customer after a delay', { kind: 'refund_owed_after_delay' }],
  ['Refund failed: the payment provider refused it', { kind: 'refund_refused' }],
  ['100% odd, by £5', { kind: 'other', words: '100% odd, by £5' }],
]

const readNotes = async (tx: Tx, id: string): Promise<OrderNote[]> => {
  const { rows } = await sql<{ notes: OrderNote[] }>`
    select ${openNotes('o.id')} as notes from public.pre_orders o where o.id = ${id}`.execute(tx)
  return rows[0]?.notes ?? []
}
const readFormer = async (tx: Tx, id: string) =>
  await tx.selectFrom('pre_orders').select(['needs_review', 'version']).where('id', '=', id).executeTakeFirstOrThrow()

test('every kind has its words for people, and its form', () => {
  const kinds = OrderNote.options.map((option) => [...option.shape.kind.values][0])
  expect(new Set(notes.map(([, { kind }]) => kind))).toEqual(new Set(kinds))
  for (const [sentence, note] of notes) {
    expect(OrderNote.parse(note)).toEqual(note)
    expect(words(note)).toBe(`${sentence.replace('declined', 'the bank declined it')}.`)
  }
})

test('a note is open once, and resolved by its kind or by all its facts', async () => {
  await using db = await testDatabase()
  const { id } = await db.order()
  await db.asService(async (tx) => {
    const [first, second] = ['cs_1', 'cs_2'].map((sessionId) => ({ kind: 'paid_twice', sessionId }) as const)
    if (!first || !second) throw new Error('two notes')
    expect([await addNote(tx, id, first), await addNote(tx, id, first)]).toEqual([true, false])
    expect(await addNote(tx, id, second)).toBe(true)
    expect(await resolveNotes(tx, id, { is: first })).toBe(true)
    expect(await resolveNotes(tx, id, { is: first })).toBe(false)
    expect(await readNotes(tx, id)).toEqual([second])
    expect(await resolveNotes(tx, id, { kinds: ['paid_twice'], except: second })).toBe(false)
    expect(await addNote(tx, id, first)).toBe(true)
    expect(await resolveNotes(tx, id, { kinds: ['paid_twice'] })).toBe(true)
    expect(await readNotes(tx, id)).toEqual([])
  })
})

test('the version before, which reads and writes sentences, works beside this one', async () => {
  await using db = await testDatabase()
  await db.asService(async (tx) => {
    const { id } = await db.order()
    const write = (sentences: string[]) =>
      tx
        .updateTable('pre_orders')
        .set({ needs_review: sentences.join('. ') || null })
        .where('id', '=', id)
        .execute()
    for (const [index, [sentence, note]] of notes.entries()) {
      const sentences = notes.slice(0, index + 1).map(([former]) => former)
      await write(sentences)
      expect((await readNotes(tx, id)).at(-1), sentence).toEqual(note)
    }
    expect(await readNotes(tx, id)).toEqual(notes.map(([, note]) => note))
    const { version } = await readFormer(tx, id)
    await write(notes.slice(1, 3).map(([former]) => former))
    expect(await readNotes(tx, id)).toEqual(notes.slice(1, 3).map(([, note]) => note))
    await write([])
    expect(await readNotes(tx, id)).toEqual([])

    for (const [, note] of notes) await addNote(tx, id, note)
    expect(await readFormer(tx, id)).toEqual({ needs_review: notes.map(([former]) => former).join('. '), version })
    expect(await readNotes(tx, id)).toHaveLength(notes.length)
    await resolveNotes(tx, id, { kinds: notes.slice(1).map(([, { kind }]) => kind) })
    expect((await readFormer(tx, id)).needs_review).toBe('Paid in usd')

    // A text with the divider of sentences is one note, and stays one.
    await addNote(tx, id, { kind: 'refund_failed', amountPence: 5, failure: 'Closed. Sorry' })
    expect((await readFormer(tx, id)).needs_review).toBe('Paid in usd. A refund failed: £0.05 (Closed, Sorry)')
    expect(await readNotes(tx, id)).toHaveLength(2)
    await write(['A refund failed: £0.05 (Closed, Sorry)'])
    expect(await readNotes(tx, id)).toEqual([{ kind: 'refund_failed', amountPence: 5, failure: 'Closed. Sorry' }])

    // An answer of a customer to a delay, in one statement.
    const { id: delayed } = await db.order({ provider_state: 'paid', final_amount: 89 })
    const owed = { order_status: 'cancelled', needs_review: 'Refund owed: cancelled by the customer after a delay' }
    await tx.updateTable('pre_orders').set(owed).where('id', '=', delayed).execute()
    expect(await readNotes(tx, delayed)).toEqual([{ kind: 'refund_owed_after_delay' }])
    const { id: rebuilt } = await db.order({ needs_review: 'Rebuilt from the payment: check the sizes' })
    expect(await readNotes(tx, rebuilt)).toEqual([{ kind: 'rebuilt' }])
  })
})

test.each([
  ['open_dispute', 'needs_response product_not_received', { status: 'needs_response', reason: 'product_not_received' }],
  ['different_amount', 'Paid in usd', { kind: 'paid_in_other_currency', currency: 'usd' }],
  ['different_amount', null, {}],
  ['paid_twice', '£1,012.50 to refund', { leftPence: 101_250 }],
  ['refund_failed', 'The account is closed. Sorry', { failure: 'The account is closed. Sorry' }],
  ['paid_by_hand', 'a1 2026-11-28T10:00:00', { actor: 'a1', at: '2026-11-28T10:00:00' }],
  ['paid_set_pending', ' 2026-11-28T10:00:00', { at: '2026-11-28T10:00:00' }],
  ['fraud_warning', 'made_with_stolen_card', { warning: 'made_with_stolen_card' }],
])('the facts of a discrepancy %s and the former text %s are kept alike', async (kind, detail, facts) => {
  await using db = await testDatabase()
  const read = (tx: Tx) => tx.selectFrom('private.payment_discrepancies').select(['detail', 'facts']).execute()
  await db.asService(async (tx) => {
    const add = (columns: object) =>
      tx
        .insertInto('private.payment_discrepancies')
        .values({ key: 'k', kind, ...columns })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(columns))
        .execute()
    await add({ detail: 'before' })
    await add({ detail })
    expect(await read(tx)).toEqual([{ detail, facts }])
    await tx.deleteFrom('private.payment_discrepancies').execute()
    await add({ facts: JSON.stringify({ leftPence: 1 }) })
    await add({ facts: JSON.stringify(facts) })
    expect(await read(tx)).toEqual([{ detail, facts }])
  })
})

test('what a shop of the version before has becomes rows, also what was resolved', async () => {
  await using empty = await emptyDatabase()
  const directory = 'db/migrations'
  const before = (await readMigrations(directory)).filter(({ folder, name }) => folder !== 'public' || name < '0053')
  await migrate(empty.connectionString, directory, { only: before.map(keyOf) })
  const db = openDb({ connectionString: empty.connectionString, log: createLog({ level: 'error' }) })
  try {
    const { id } = await rows(db).order({ needs_review: 'Paid in usd' })
    for (const needs_review of ['Paid in usd. Odd', 'Odd'])
      await db.asService((tx) => tx.updateTable('pre_orders').set({ needs_review }).where('id', '=', id).execute())
    const found = { key: 'k', kind: 'open_dispute', detail: 'warning general' }
    await db.asService((tx) => tx.insertInto('private.payment_discrepancies').values(found).execute())
    await migrate(empty.connectionString, directory)
    await db.asService(async (tx) => {
      expect(await readNotes(tx, id)).toEqual([{ kind: 'other', words: 'Odd' }])
      const { rows: kept } = await sql`
        select kind, facts, resolved_at is not null as is_resolved from private.order_notes order by at`.execute(tx)
      expect(kept).toEqual([
        { kind: 'paid_in_other_currency', facts: { currency: 'usd' }, is_resolved: true },
        { kind: 'other', facts: { words: 'Odd' }, is_resolved: false },
      ])
      expect((await readFormer(tx, id)).needs_review).toBe('Odd')
      expect(await tx.selectFrom('private.payment_discrepancies').select(['detail', 'facts']).execute()).toEqual([
        { detail: 'warning general', facts: { status: 'warning', reason: 'general' } },
      ])
    })
  } finally {
    await db.close()
  }
})

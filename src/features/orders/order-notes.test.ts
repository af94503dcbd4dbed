import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '#platform/database/db.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { noteText, OrderNote } from './order-note.ts'
import { addNote, openNotes, resolveNotes } from './order-notes.ts'

const notes: [sentence: string, note: OrderNote][] = [
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
  ['It was set to paid by hand, and then paid by card: if you have both, refund one', { kind: 'paid_again' }],
  [
    'It was added to order TKW-1, but isn’t in its parcel any more: post it alone',
    { kind: 'posted_alone', first: 'TKW-1' },
  ],
  ['Look at this payment before sending', { kind: 'bank_warning' }],
  ['Paid a second time, on payment page cs_2: refund it', { kind: 'paid_twice', sessionId: 'cs_2' }],
  ['A refund failed: £0.05', { kind: 'refund_failed', amountPence: 5 }],
  ['A refund failed: £10.00 (declined)', { kind: 'refund_failed', amountPence: 1_000, failure: 'declined' }],
  ['Refund owed: the order was cancelled', { kind: 'refund_owed' }],
  ['Refund owed: cancelled by the customer after a delay', { kind: 'refund_owed_after_delay' }],
  ['Refund failed: the payment provider refused it', { kind: 'refund_refused' }],
  [
    'Paid as an exchange, but its return was settled in another way before: refund it, or ask for the rest',
    { kind: 'exchange_settled' },
  ],
  ['100% odd, by £5', { kind: 'other', words: '100% odd, by £5' }],
]

const readNotes = async (tx: Tx, id: string): Promise<OrderNote[]> => {
  const { rows } = await sql<{ notes: OrderNote[] }>`
    select ${openNotes('o.id')} as notes from public.pre_orders o where o.id = ${id}`.execute(tx)
  return rows[0]?.notes ?? []
}

test('every kind has its words for people, and its form', () => {
  const kinds = OrderNote.options.map((option) => [...option.shape.kind.values][0])
  expect(new Set(notes.map(([, { kind }]) => kind))).toEqual(new Set(kinds))
  for (const [sentence, note] of notes) {
    expect(OrderNote.parse(note)).toEqual(note)
    expect(noteText(note)).toBe(`${sentence.replace('declined', 'the bank declined it')}.`)
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

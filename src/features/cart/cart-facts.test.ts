import { expect, test } from 'vitest'
import { formatDay } from '#base/calendar-day.ts'
import { pence } from '#base/money.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { cartDays } from './cart-days.ts'
import { type CartFact, compareCart, isBlocking, klarnaEndsOn, makingsOf, refreshLines } from './cart-facts.ts'
import { readLineNotes } from './go-to-payment.ts'

const line = { id: 'mary', name: 'Mary Dress', price: pounds(89), size: '10-12', imageUrl: null, quantity: 1 }
const fact: CartFact = {
  id: 'mary',
  slug: 'mary-dress',
  name: 'Mary Dress',
  pricePence: pence(8900),
  imageUrl: '/mary.jpg',
  sizes: ['8-10', '10-12'],
  isPreorder: false,
  preorderEndsAt: null,
  productionDays: null,
  work: 100,
  kind: 'dress',
  isHemmed: true,
  isFull: false,
}
const sold = (onSale: CartFact[], absent: { id: string; slug: string }[] = []) => ({ onSale, absent })
const usual = { productionDays: 10, daysOff: [] }
const now = new Date('2026-11-02T12:00:00Z')

function leavesOf(lines: Parameters<typeof makingsOf>[0], facts: CartFact[]): Date {
  return new Date(cartDays(makingsOf(lines, facts, now), now, usual).leaves)
}

test('a cart that matches the shop has no notes', () => {
  expect(compareCart([line], sold([fact]))).toEqual([])
})

test('a changed price names both amounts', () => {
  expect(compareCart([line], sold([{ ...fact, pricePence: pence(9550) }]))).toEqual([
    {
      id: 'mary',
      size: '10-12',
      reason: 'price_changed',
      message: 'The price has changed from £89.00 to £95.50.',
      pricePence: 9550,
    },
  ])
})

test('names, prices and pictures come from the shop, not from storage', () => {
  const stored = [
    { ...line, name: 'Free dress', price: pounds(0.01), quantity: 3 },
    { ...line, id: 'gone' },
  ]
  expect(refreshLines(stored, [fact])).toEqual([
    { ...line, imageUrl: '/mary.jpg', quantity: 3 },
    { ...line, id: 'gone' },
  ])
})

test('a height that was given before a garment had no hem leaves the cart', () => {
  const hemmed = { ...line, heightCm: 168, heelCm: 5 }
  expect(refreshLines([hemmed], [fact])[0]).toMatchObject({ heightCm: 168, heelCm: 5 })
  expect(refreshLines([hemmed], [{ ...fact, isHemmed: false }])[0]).not.toHaveProperty('heightCm')
})

test('a line that cannot be ordered says why and what helps, and blocks the cart', () => {
  const noteOf = (...given: Parameters<typeof sold>) => compareCart([line], sold(...given))[0]
  const waiting = { to: '/product/mary-dress#waiting', label: 'Join the waiting list' }
  const notes = [
    [noteOf([]), 'The Mary Dress is no longer available.', undefined],
    [noteOf([], [{ id: 'mary', slug: 'mary-dress' }]), 'The Mary Dress isn’t available just now.', waiting],
    [noteOf([{ ...fact, isFull: true }]), 'The pre-order for the Mary Dress is full.', waiting],
    [
      noteOf([{ ...fact, sizes: ['8-10'] }]),
      'This size is no longer available.',
      { to: '/product/mary-dress', label: 'Choose another size' },
    ],
  ] as const
  for (const [note, message, way] of notes) {
    expect(note).toMatchObject({ reason: 'unavailable', message })
    expect(note?.way).toEqual(way)
    expect(note && isBlocking(note)).toBe(true)
  }
})

test('a new price, and pieces that are too many, do not block the cart', () => {
  const [changed] = compareCart([line], sold([{ ...fact, pricePence: pence(9550) }]))
  expect(changed && isBlocking(changed)).toBe(false)
  const details = { lines: [{ id: 'mary', size: '10-12' }] }
  const message = 'Only 1 of the Mary Dress can still be pre-ordered.'
  const [tooMany] = readLineNotes({ code: 'unavailable', message, details }, [{ ...line, quantity: 2 }])
  expect(tooMany).toMatchObject({ reason: 'unavailable', message, quantity: 2 })
  expect(tooMany && isBlocking(tooMany)).toBe(false)
})

test('the cart is dispatched on the day of its latest garment', () => {
  const preorder = { ...fact, id: 'ruth', isPreorder: true, preorderEndsAt: '2026-11-20T18:00:00Z' }
  expect(formatDay(leavesOf([line], [fact]))).toBe('Monday 16 November')
  expect(formatDay(leavesOf([line, { ...line, id: 'ruth' }], [fact, preorder]))).toBe('Friday 4 December')
})

test('Klarna names its last day when a line is dispatched later', () => {
  const late = { ...fact, id: 'ruth', isPreorder: true, preorderEndsAt: '2026-11-28T18:00:00Z' }
  expect(klarnaEndsOn(leavesOf([line], [fact]), now)).toBeNull()
  expect(klarnaEndsOn(leavesOf([line, { ...line, id: 'ruth' }], [fact, late]), now)).toBe('Monday 23 November')
  expect(klarnaEndsOn(null, now)).toBeNull()
})

test('an ended pre-order no longer counts', () => {
  const over = { ...fact, isPreorder: true, preorderEndsAt: '2026-11-01T18:00:00Z' }
  expect(formatDay(leavesOf([line], [over]))).toBe('Monday 16 November')
})

test('an unknown garment has no making', () => {
  expect(makingsOf([line, { ...line, id: 'gone' }], [fact], now)).toHaveLength(1)
})

test('an error’s details become notes on the cart’s lines', () => {
  const details = {
    lines: [
      { id: 'mary', size: '10-12', name: 'Mary Dress', reason: 'price_changed', price: pounds(92) },
      { id: 'mary', size: '10-12', name: 'Mary Dress', reason: 'price_changed', price: pounds(93) },
      { id: 'ruth', size: '8-10', name: 'Ruth Skirt', reason: 'unavailable' },
      { id: 'stranger', size: '8-10' },
      null,
    ],
  }
  const notes = readLineNotes({ code: 'price_changed', message: '', details }, [
    line,
    { ...line, id: 'ruth', size: '8-10' },
  ])
  expect(notes.map(({ id, reason, pricePence }) => [id, reason, pricePence])).toEqual([
    ['mary', 'price_changed', 9200],
    ['ruth', 'unavailable', undefined],
  ])
})

test('the message of an error about one garment is its note', () => {
  const message = 'Only 2 of the Mary Dress can still be pre-ordered.'
  const details = { lines: [{ id: 'mary', size: '10-12', name: 'Mary Dress', reason: 'unavailable' }] }
  expect(readLineNotes({ code: 'unavailable', message, details }, [line])[0]?.message).toBe(message)
})

test.each([undefined, null, 'text', {}, { lines: 'none' }])('details of %j give no notes', (details) => {
  expect(readLineNotes({ code: 'unavailable', message: '', details }, [line])).toEqual([])
})

test('a reserved garment is not called unavailable, and its note is for this quantity', () => {
  const message = 'All remaining pieces of the Mary Dress are in other carts just now; try again at 14:32 GMT.'
  const details = {
    lines: [{ id: 'mary', size: '10-12', name: 'Mary Dress', reason: 'reserved' }],
    retryAt: '2026-11-23T14:32:00.000Z',
  }
  expect(readLineNotes({ code: 'reserved', message, details }, [{ ...line, quantity: 3 }])).toEqual([
    { id: 'mary', size: '10-12', reason: 'reserved', message, quantity: 3 },
  ])
})

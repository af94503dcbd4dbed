import fc from 'fast-check'
import { expect, test } from 'vitest'
import { penceFromPounds } from '#base/money.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { addGarment } from './add-garment.ts'
import { forgetAdvice, removeLine, setHeight, setPrice, setQuantity, subtotalPence, takeOut } from './cart-changes.ts'
import { addLine, type CartLine, lineKey, maxLines, maxQuantity, parseCart, totalItems } from './cart-lines.ts'
import { putBack } from './remove-line.ts'

const dress = { id: 'mary', name: 'Mary Dress', price: pounds(89.5), size: '10-12', imageUrl: null }
const skirt = { id: 'ruth', name: 'Ruth Skirt', price: pounds(64.99), size: '8-10', imageUrl: '/skirt.jpg' }

const anyLine: fc.Arbitrary<CartLine> = fc.record({
  id: fc.constantFrom('mary', 'ruth', 'esther', 'naomi'),
  name: fc.constantFrom('Mary Dress', 'Ruth Skirt'),
  price: fc.integer({ min: 0, max: 1_000_000 }).map((amount) => pounds(amount / 100)),
  quantity: fc.integer({ min: 1, max: maxQuantity }),
  size: fc.constantFrom('8-10', '10-12', '16-18'),
  imageUrl: fc.constantFrom(null, '/picture.jpg', 'https://example.com/p.jpg'),
})
const anyCart = fc.array(anyLine, { maxLength: 60 }).map((lines) => lines.reduce<CartLine[]>(addLine, []))

test('adding the same garment and size raises the quantity of its line', () => {
  const lines = addLine(addLine([], dress), { ...dress, quantity: 2 })
  expect(lines).toEqual([{ ...dress, quantity: 3 }])
})

test('another size is another line, at the end', () => {
  const lines = addLine(addLine([], dress), { ...dress, size: '12-14' })
  expect(lines.map((line) => line.size)).toEqual(['10-12', '12-14'])
})

test('adding again uses the newest name and price', () => {
  const lines = addLine(addLine([], dress), { ...dress, name: 'Mary Gown', price: pounds(92) })
  expect(lines).toEqual([{ ...dress, name: 'Mary Gown', price: pounds(92), quantity: 2 }])
})

test('the last measurements win, and adding without any keeps them until they are removed', () => {
  const sizeAdvice = { size: '10-12', ease: 'close', bust: 92, waist: 75, hips: 100, unit: 'cm' } as const
  const later = { ...sizeAdvice, bust: 93 }
  const lines = addLine(addLine(addLine([], { ...dress, sizeAdvice }), { ...dress, sizeAdvice: later }), dress)
  expect(lines).toEqual([{ ...dress, quantity: 3, sizeAdvice: later }])
  expect(parseCart(JSON.stringify(lines))).toEqual(lines)
  expect(forgetAdvice(lines, dress)).toEqual([{ ...dress, quantity: 3 }])
  const garbage = lines.map((line) => ({ ...line, sizeAdvice: { ...later, bust: 'all' } }))
  expect(parseCart(JSON.stringify(garbage))).toEqual([{ ...dress, quantity: 3 }])
})

test('the last height of a line wins, adding without one keeps it, and an old or foreign cart has none', () => {
  const tall = { ...dress, heightCm: 178 }
  const lines = addLine(addLine(addLine([], { ...dress, heightCm: 160 }), tall), dress)
  expect(lines).toEqual([{ ...tall, quantity: 3 }])
  expect(parseCart(JSON.stringify(lines))).toEqual(lines)
  const others = addLine(lines, { ...dress, size: '12-14' })
  expect(setHeight(others, dress, { heightCm: 165 }).map(({ heightCm }) => heightCm)).toEqual([165, undefined])
  expect(setHeight(others, dress, {})[0]).toEqual({ ...dress, quantity: 3 })
  for (const heightCm of [undefined, null, '178', 178.5, 139, 201]) {
    expect(parseCart(JSON.stringify([{ ...dress, heightCm }]))).toEqual([{ ...dress, quantity: 1 }])
  }
})

test('the shoes go with the height they were given for, and never without one', () => {
  const heels = { ...dress, quantity: 1, heightCm: 168, heelCm: 5 }
  expect(addLine([heels], dress)[0]).toMatchObject({ heightCm: 168, heelCm: 5 })
  expect(addLine([heels], { ...dress, heightCm: 170 })[0]).toEqual({ ...dress, quantity: 2, heightCm: 170 })
  expect(addLine([], { ...dress, heelCm: 5 })).toHaveLength(1)
  expect(parseCart(JSON.stringify([heels]))).toEqual([{ ...heels, quantity: 1 }])
  expect(parseCart(JSON.stringify([{ ...dress, heelCm: 5 }]))).toEqual([{ ...dress, quantity: 1 }])
  for (const heelCm of [0, -1, 13, 2.5, '5', null]) {
    expect(parseCart(JSON.stringify([{ ...heels, heelCm }]))[0]).not.toHaveProperty('heelCm')
  }
})

test('a line holds at most twenty pieces and a cart at most fifty lines', () => {
  expect(addLine(addLine([], { ...dress, quantity: 15 }), { ...dress, quantity: 15 })[0]?.quantity).toBe(20)
  const full = Array.from({ length: 60 }, (_, n) => ({ ...dress, id: `g${n}` })).reduce<CartLine[]>(addLine, [])
  expect(full).toHaveLength(maxLines)
})

test('a quantity below one removes the line', () => {
  const lines = addLine(addLine([], dress), skirt)
  expect(setQuantity(lines, dress, 0)).toEqual([{ ...skirt, quantity: 1 }])
  expect(setQuantity(lines, skirt, 4)[1]?.quantity).toBe(4)
})

test('removing names the line by garment and size', () => {
  const lines = addLine(addLine([], dress), { ...dress, size: '8-10' })
  expect(removeLine(lines, { id: 'mary', size: '8-10' })).toEqual([{ ...dress, quantity: 1 }])
})

test('a new price changes one line and the subtotal', () => {
  const lines = setPrice(addLine(addLine([], { ...dress, quantity: 2 }), skirt), dress, pounds(95))
  expect(subtotalPence(lines)).toBe(2 * 9500 + 6499)
})

test('bought pieces leave the cart, later ones stay', () => {
  const paid = addLine(addLine([], { ...dress, quantity: 2 }), skirt)
  const now = addLine(setQuantity(paid, dress, 3), { ...skirt, size: '16-18' })
  expect(takeOut(now, paid)).toEqual([
    { ...dress, quantity: 1 },
    { ...skirt, size: '16-18', quantity: 1 },
  ])
})

test('totals count every piece', () => {
  const lines = addLine(addLine([], { ...dress, quantity: 2 }), skirt)
  expect(totalItems(lines)).toBe(3)
  expect(subtotalPence(lines)).toBe(24_399)
})

test('no stored text crashes the cart, and every line read is valid', () => {
  const loose = fc.record(
    {
      id: fc.oneof(fc.string(), fc.anything()),
      name: fc.oneof(fc.string(), fc.anything()),
      price: fc.oneof(fc.double(), fc.anything()),
      quantity: fc.oneof(fc.double(), fc.anything()),
      size: fc.oneof(fc.string(), fc.anything()),
      imageUrl: fc.oneof(fc.string(), fc.anything()),
    },
    { requiredKeys: [] },
  )
  const stored = fc.oneof(
    fc.string(),
    fc.json(),
    fc.anything().map((value) => JSON.stringify(value) ?? 'undefined'),
    fc.array(fc.oneof(loose, anyLine), { maxLength: 70 }).map((lines) => JSON.stringify(lines)),
  )
  fc.assert(
    fc.property(stored, (text) => {
      const lines = parseCart(text)
      expect(new Set(lines.map(lineKey)).size).toBe(lines.length)
      expect(lines.length).toBeLessThanOrEqual(maxLines)
      for (const { quantity, price } of lines) {
        expect(Number.isInteger(quantity) && quantity >= 1 && quantity <= maxQuantity).toBe(true)
        expect(penceFromPounds(price)).toBeGreaterThanOrEqual(0)
      }
      expect(Number.isSafeInteger(subtotalPence(lines))).toBe(true)
      expect(parseCart(JSON.stringify(lines))).toEqual(lines)
    }),
    { numRuns: 2000 },
  )
})

test('a cart reads back as it was written', () => {
  fc.assert(
    fc.property(anyCart, (lines) => {
      expect(parseCart(JSON.stringify(lines))).toEqual(lines)
    }),
  )
})

test('removing a purchase leaves the rest of the cart', () => {
  fc.assert(
    fc.property(anyCart, (lines) => {
      expect(takeOut(lines, lines)).toEqual([])
    }),
  )
})

test.each([
  ['nothing', null],
  ['another shop’s object', '{"items":[]}'],
  ['broken JSON', '[{"id":'],
  ['a negative price', JSON.stringify([{ ...dress, price: pounds(-1), quantity: 1 }])],
  ['a price in words', JSON.stringify([{ ...dress, price: '89.50', quantity: 1 }])],
  ['a line without size', JSON.stringify([{ ...dress, size: undefined, quantity: 1 }])],
])('%s is an empty cart', (_, text) => {
  expect(parseCart(text)).toEqual([])
})

test('a damaged line is repaired where possible', () => {
  const odd = [
    { ...dress, price: pounds(89.499999), quantity: 250.5, imageUrl: 'javascript:alert(1)', extra: 1 },
    { ...skirt },
  ]
  expect(parseCart(JSON.stringify(odd))).toEqual([
    { ...dress, quantity: 20, imageUrl: null },
    { ...skirt, quantity: 1 },
  ])
})

test('what adding says names the garment in the specification’s words, and its size beside', () => {
  const added = { ...dress, quantity: 1 }
  const first = addGarment([], added, '10–12')
  expect(first.notice).toEqual({
    title: 'Added to Cart',
    description: 'Mary Dress has been added to your cart',
    detail: 'Size 10–12',
  })
  const otherSize = addGarment(first.lines, { ...added, size: '12-14', quantity: 2 }, '12–14')
  expect(otherSize.notice).toMatchObject({ title: 'Added to Cart', detail: 'Size 12–14, 2 in your cart' })
  expect(addGarment(otherSize.lines, added, '10–12').notice).toEqual({
    title: 'Cart Updated',
    description: 'Mary Dress quantity updated',
    detail: 'Size 10–12, 2 in your cart',
  })
})

test('a full line and a full cart stay as they are, and say so', () => {
  const most = addLine([], { ...dress, quantity: maxQuantity })
  expect(addGarment(most, { ...dress, quantity: 1 }, '10–12')).toMatchObject({ notice: { title: 'Cart Updated' } })
  expect(addGarment(most, { ...dress, quantity: 1 }, '10–12').lines).toBe(most)
  const full = Array.from({ length: maxLines }, (_, at) => ({ ...dress, id: `${at}`, quantity: 1 }))
  expect(addGarment(full, { ...skirt, quantity: 1 }, '12–14')).toEqual({
    lines: full,
    notice: expect.objectContaining({ title: 'Your cart is full' }),
  })
})

test('a removed line goes back to its place as it was, and nothing is lost if it was added again meanwhile', () => {
  fc.assert(
    fc.property(anyCart, fc.nat(), (lines, at) => {
      const place = at % Math.max(lines.length, 1)
      const line = lines[place]
      if (!line) return
      const without = removeLine(lines, line)
      expect(putBack(without, line, place)).toEqual(lines)
      const again = putBack(addLine(without, { ...line, quantity: 1 }), line, place)
      expect(again.find((other) => lineKey(other) === lineKey(line))?.quantity).toBe(
        Math.min(maxQuantity, line.quantity + 1),
      )
      expect(again).toHaveLength(lines.length)
    }),
  )
})

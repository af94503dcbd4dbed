import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editLabel, labelChanges } from './change-labels.ts'
import { type Change, isCurrent, listChanges, type OrderFields, orderFields, reverseOf } from './order-change.ts'

const nothing = Object.fromEntries(orderFields.map((field) => [field, null])) as OrderFields
const fields: OrderFields = {
  ...nothing,
  customer_name: 'Ruth Moab',
  shipping_address: '1 Barley Row',
  shipping_city: 'Leeds',
  shipping_postcode: 'LS1 4AP',
  shipping_country: 'GB',
}
const garment = {
  productId: 'a',
  name: 'Mary Dress',
  size: '10-12',
  height: null,
  heel: null,
  dispatchBy: '2030-01-01',
}
const line = { ...garment, position: 0, quantity: 1, cancelled: 0 }
const order = { fields, lines: [line] }

test('a value that is already stored is not a change, and one part of an address records all of it', () => {
  expect(listChanges(order, { fields: { customer_name: 'Ruth Moab', notes: null }, lines: [] })).toEqual([])
  const moved = listChanges(order, { fields: { shipping_city: 'York' }, lines: [] })
  expect(moved.map(({ field }) => field)).toEqual([
    'shipping_address',
    'shipping_city',
    'shipping_postcode',
    'shipping_country',
  ])
  expect(labelChanges(moved)).toEqual([
    {
      what: 'Address',
      garment: null,
      title: 'Address changed',
      before: '1 Barley Row, Leeds, LS1 4AP, United Kingdom',
      after: '1 Barley Row, York, LS1 4AP, United Kingdom',
      isInternal: false,
    },
  ])
})

test('the history names the garment, the values and an undo', () => {
  const size = listChanges(order, { fields: {}, lines: [{ position: 0, size: '12-14' }] })
  expect(editLabel({ changes: size })).toEqual({
    title: 'Size changed',
    detail: 'Mary Dress: from ‘10–12’ to ‘12–14’.',
  })
  expect(editLabel({ changes: size, undoOf: 'x' }).title).toBe('Undone: size changed')
  const both = listChanges(order, { fields: { gift_note: 'For you' }, lines: [{ position: 0, height: 168 }] })
  expect(editLabel({ changes: both })).toEqual({
    title: 'Gift note changed, Height changed',
    detail: 'Gift note: now ‘For you’. Height for Mary Dress: now ‘168 cm’.',
  })
})

test('a cancelled piece is named in the history, and so is the piece that is made after all', () => {
  const changes: Change[] = [{ field: 'cancelled', position: 0, garment: 'Mary Dress', before: 0, after: 1 }]
  expect(editLabel({ changes })).toEqual({
    title: 'Garment cancelled',
    detail: 'Mary Dress: now ‘One piece cancelled’.',
  })
  const back = listChanges({ ...order, lines: [{ ...line, cancelled: 1 }] }, reverseOf(changes))
  expect(labelChanges(back)).toMatchObject([{ title: 'Garment restored', after: 'One piece made after all' }])
})

test('the reverse of any change, applied, restores the order, and an order changed since is not current', () => {
  const value = fc.option(fc.string(), { nil: null })
  const wanted = fc.record({
    fields: fc.dictionary(fc.constantFrom(...orderFields), value),
    lines: fc.constantFrom(
      [],
      [{ position: 0, size: '12-14' }],
      [{ position: 0, height: 150 }],
      [{ position: 0, height: 150, heel: 5 }],
      [{ position: 0, size: '8-10', height: 199 }],
      [{ position: 7, size: '8-10' }],
    ),
  })
  fc.assert(
    fc.property(wanted, (change) => {
      const changes = listChanges(order, change)
      const changed = apply(order, changes)
      expect(isCurrent(changed, changes)).toBe(true)
      expect(apply(changed, listChanges(changed, reverseOf(changes)))).toEqual(order)
      if (changes.length > 0) expect(isCurrent(order, changes)).toBe(false)
    }),
  )
})

function apply(to: typeof order, changes: readonly Change[]): typeof order {
  const next = structuredClone(to)
  for (const { field, after, ...place } of changes) {
    if ('position' in place) Object.assign(next.lines[0] ?? {}, { [field]: after })
    else Object.assign(next.fields, { [field]: after })
  }
  return next
}

test('shoes change with a height, go with it, and come back with it', () => {
  const hemmed = { ...order, lines: [{ ...line, height: 168, heel: 5 }] }
  const flat = listChanges(hemmed, { fields: {}, lines: [{ position: 0, heel: 0 }] })
  expect(editLabel({ changes: flat })).toEqual({
    title: 'Shoes changed',
    detail: 'Mary Dress: from ‘5 cm heels’ to ‘Flats’.',
  })
  const without = listChanges(hemmed, { fields: {}, lines: [{ position: 0, height: null }] })
  expect(without.map(({ field }) => field)).toEqual(['height', 'heel'])
  expect(listChanges(order, reverseOf(without)).map(({ after }) => after)).toEqual([168, 5])
  expect(listChanges(order, { fields: {}, lines: [{ position: 0, heel: 5 }] })).toEqual([])
})

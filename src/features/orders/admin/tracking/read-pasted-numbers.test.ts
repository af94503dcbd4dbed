import { expect, test } from 'vitest'
import { isColumn, readPastedNumbers } from './read-pasted-numbers.ts'

const orders = ['TKW-AAA111', 'TKW-BBB222', 'TKW-CCC333'].map((order_number, index) => ({
  id: `${index}`,
  order_number,
}))

test('a column fills the orders in the order shown, and an empty line leaves one out', () => {
  expect(readPastedNumbers('AA123456785GB\r\n\r\nAA123456799GB\r\n', orders)).toEqual({
    numbers: { 0: 'AA123456785GB', 2: 'AA123456799GB' },
    unknown: [],
  })
})

test('two columns go by order number, in either order and with any spelling', () => {
  const text = 'Order\tTracking number\nTKW-CCC333\tAA123456785GB\nAA 1234 5679 9 GB\ttkw bbb222'
  expect(readPastedNumbers(text, orders)).toEqual({
    numbers: { 2: 'AA123456785GB', 1: 'AA 1234 5679 9 GB' },
    unknown: [],
  })
  expect(readPastedNumbers('TKW-CCC333,AA123456785GB', orders).numbers).toEqual({ 2: 'AA123456785GB' })
})

test('what fits no order is listed: an unknown order, a line too many, an order without a number', () => {
  expect(readPastedNumbers('TKW-CCC333\tA1\nTKW-ZZZ999\tA2\nTKW-AAA111\t', orders)).toEqual({
    numbers: { 2: 'A1' },
    unknown: ['TKW-ZZZ999 A2', 'TKW-AAA111'],
  })
  expect(readPastedNumbers('A1\nA2\nA3\nA4', orders).unknown).toEqual(['A4'])
})

test('one number is no column', () => {
  expect(isColumn('AA123456785GB\n')).toBe(false)
  expect(isColumn('A1\nA2')).toBe(true)
  expect(isColumn('A1\n\n\nA2')).toBe(true)
})

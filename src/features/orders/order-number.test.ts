import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { changeShop } from '#shop'
import { newOrderNumber, readOrderNumber, withAnyPrefix } from './order-number.ts'

afterEach(() => changeShop({}))

const numbers = fc
  .array(fc.nat(31), { minLength: 5, maxLength: 5 })
  .map((values) => newOrderNumber(() => values.pop() ?? 0))
const letters = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']

test('a number is easy to read out and is recognized in its usual spellings', () => {
  fc.assert(
    fc.property(numbers, (number) => {
      expect(number).toMatch(/^TKW-[0-9A-HJKMNP-TV-Z]{6}$/)
      expect(readOrderNumber(number)).toBe(number)
      expect(readOrderNumber(` ${number.toLowerCase().replace('-', ' ')} `)).toBe(number)
      expect(readOrderNumber(number.slice(4).replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(number)
    }),
  )
})

test('one wrong or two swapped characters are noticed', () => {
  fc.assert(
    fc.property(numbers, fc.nat(5), fc.nat(5), fc.constantFrom(...letters), (number, i, j, letter) => {
      const body = [...number.slice(4)]
      const wrong = body.with(i, letter).join('')
      if (wrong !== number.slice(4)) expect(readOrderNumber(`TKW-${wrong}`)).toBeNull()
      const swapped = body
        .with(i, body[j] ?? '')
        .with(j, body[i] ?? '')
        .join('')
      if (swapped !== number.slice(4)) expect(readOrderNumber(`TKW-${swapped}`)).toBeNull()
    }),
    { numRuns: 2_000 },
  )
})

test('any other text is not an order number', () => {
  for (const text of ['', 'TKW-', 'TKW-12345', 'TKW-1234567', 'TKW-ÄÖÜ!?*', 'ABC-123456']) {
    expect(readOrderNumber(text)).toBeNull()
  }
})

test('a number is read as it is copied from an e-mail, a web page or a chat', () => {
  const copies = [
    ...[
      '#TKW-00002A',
      'TKW–00002A',
      'TKW‑00002A',
      'Order TKW-00002A.',
      'TKW-00002A.',
      'TKW-0000\u200b2A',
      '\u202aTKW-00002A\u202c',
    ],
    ...[
      'Order number: TKW-00002A',
      'order no. 00002a',
      '（ＴＫＷ－００００２Ａ）',
      'TKW\u00a000002A',
      '“TKW—00002A”',
      'TKW-\u00ad00002A',
    ],
  ]
  expect(copies.map(readOrderNumber)).toEqual(copies.map(() => 'TKW-00002A'))
})

test('after a change of the prefix new orders have the new one, and numbers of both are read', () => {
  changeShop({ orderPrefix: 'RD', formerOrderPrefixes: ['TKW'] })
  expect(newOrderNumber(() => 0)).toBe('RD-000000')
  expect(readOrderNumber('order no. tkw 00002a')).toBe('TKW-00002A')
  expect(readOrderNumber('RD-00002A')).toBe('RD-00002A')
  expect(readOrderNumber('00002A')).toBe('RD-00002A')
  expect(withAnyPrefix('RD-00002A')).toEqual(['RD-00002A', 'TKW-00002A'])
  expect(withAnyPrefix('ETSY-1234')).toEqual(['ETSY-1234'])
})

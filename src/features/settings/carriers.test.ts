import { expect, test } from 'vitest'
import { CarriersSchema, carriersOf, fitsFormat, offeredCarriers, trackingUrl, usualCarriers } from './carriers.ts'

const own = {
  name: 'InPost',
  trackingUrl: 'https://inpost.example/track?n={number}',
  format: 'AA999999999GB, 99999999',
  hidden: false,
}

test('without a list of the owner the carriers are the four of the configuration file', () => {
  expect(offeredCarriers(carriersOf(undefined)).map(({ name }) => name)).toEqual([
    'Royal Mail',
    'Parcelforce',
    'DPD',
    'Evri',
  ])
})

test('a carrier of the file that a stored list lacks is hidden, and keeps its links', () => {
  const carriers = carriersOf([own])
  expect(offeredCarriers(carriers)).toEqual([own])
  expect(trackingUrl(carriers, 'dpd', '15501234')).toBe('https://track.dpd.co.uk/search?reference=15501234')
  expect(trackingUrl(carriers, 'InPost', 'a/b 1')).toBe('https://inpost.example/track?n=a%2Fb1')
})

test('A is a letter, 9 a digit, and every other character itself', () => {
  expect(fitsFormat(own.format, 'XY123456789GB')).toBe(true)
  expect(fitsFormat(own.format, '12345678')).toBe(true)
  expect(fitsFormat(own.format, 'XY123456789FR')).toBe(false)
  expect(fitsFormat(own.format, '1234567')).toBe(false)
  expect(fitsFormat('H00AA-9999', 'H00AB1234')).toBe(true)
  expect(fitsFormat(', ', 'A1')).toBe(false)
})

test.for([
  [{ name: ' ' }, /name/],
  [{ name: 'royal  mail' }, /same name/],
  [{ trackingUrl: 'http://inpost.example/{number}' }, /https/],
  [{ trackingUrl: 'https://inpost.example/' }, /\{number\}/],
  [{ trackingUrl: 'https://{number}.example/' }, /\{number\}/],
  [{ trackingUrl: 'javascript:alert({number})' }, /https/],
  [{ format: 'AA(99' }, /letters, digits/],
] as const)('%o is refused', ([change, message]) => {
  const read = CarriersSchema.safeParse([...usualCarriers, { ...own, ...change }])
  expect(read.error?.issues[0]?.message).toMatch(message)
})

test('at least one carrier is offered, and a form is stored in capitals', () => {
  expect(CarriersSchema.safeParse([{ ...own, hidden: true }]).success).toBe(false)
  expect(CarriersSchema.parse([{ ...own, format: ' aa  99 ' }])[0]?.format).toBe('AA 99')
})

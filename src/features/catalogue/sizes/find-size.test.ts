import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Body, type Ease, findSize, parts } from './find-size.ts'
import { sizeChart } from './size-chart.ts'

const chart = sizeChart('cm')
const anyEase = fc.constantFrom<Ease>('close', 'flowing')
const anyBody: fc.Arbitrary<Body> = fc.record({
  bust: fc.double({ min: 83, max: 108, noNaN: true }),
  waist: fc.double({ min: 66, max: 91, noNaN: true }),
  hips: fc.double({ min: 91, max: 116, noNaN: true }),
})

test('measurements within one row give that size', () => {
  expect(findSize({ bust: 90, waist: 73, hips: 98 }, 'close', chart)).toEqual({
    kind: 'size',
    size: '10-12',
    decidedBy: 'bust',
    others: null,
    edge: null,
  })
})

test('on an edge a close fit takes the smaller size and a flowing one the larger, and the result has both', () => {
  const body = { bust: 93, waist: 76, hips: 101 }
  const edge = { close: '10-12', flowing: '12-14' }
  expect(findSize(body, 'close', chart)).toMatchObject({ size: '10-12', edge })
  expect(findSize(body, 'flowing', chart)).toMatchObject({ size: '12-14', edge })
})

test('in inches the edges are those of the table', () => {
  const edge = { bust: 34.5, waist: 28, hips: 38 }
  expect(findSize(edge, 'close', sizeChart('in'))).toMatchObject({ size: '8-10', others: null })
  expect(findSize(edge, 'flowing', sizeChart('in'))).toMatchObject({ size: '10-12', others: null })
})

test('between neighbouring sizes the larger counts, with the part that decided', () => {
  expect(findSize({ bust: 90, waist: 73, hips: 104 }, 'flowing', chart)).toEqual({
    kind: 'size',
    size: '12-14',
    decidedBy: 'hips',
    others: '10-12',
    edge: null,
  })
})

test('sizes two apart give no size but both names', () => {
  expect(findSize({ bust: 85, waist: 68, hips: 104 }, 'close', chart)).toEqual({
    kind: 'apart',
    smallest: '8-10',
    largest: '12-14',
  })
})

test('every measurement outside the chart is listed', () => {
  const beyond = (parts: string[]) => ({ kind: 'beyond', parts })
  expect(findSize({ bust: 90, waist: 120, hips: 98 }, 'close', chart)).toEqual(beyond(['waist']))
  expect(findSize({ bust: Number.NaN, waist: 73, hips: 130 }, 'close', chart)).toEqual(beyond(['bust', 'hips']))
})

test('all measurements within the chart get a result, and a looser fit never gets a smaller size', () => {
  const order = chart.map(({ size }) => size)
  fc.assert(
    fc.property(anyBody, anyEase, (body, ease) => {
      const result = findSize(body, ease, chart)
      expect(result.kind).not.toBe('beyond')
      const flowing = findSize(body, 'flowing', chart)
      const close = findSize(body, 'close', chart)
      if (flowing.kind === 'size' && close.kind === 'size') {
        expect(order.indexOf(flowing.size)).toBeGreaterThanOrEqual(order.indexOf(close.size))
      }
      if (result.kind !== 'size') return
      const row = chart.find(({ size }) => size === result.size)
      for (const part of parts) expect(body[part]).toBeLessThanOrEqual(row?.[part][1] ?? 0)
    }),
  )
})

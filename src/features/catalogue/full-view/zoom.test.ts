import { expect, test } from 'vitest'
import { largestScale, pan, whole, zoomTo } from './use-zoom.ts'

const sizes = { picture: { width: 300, height: 400 }, frame: { width: 400, height: 400 } }

test('the point under the finger stays there while zooming', () => {
  expect(zoomTo(whole, { scale: 2, largest: 4, at: { x: 50, y: -100 }, ...sizes })).toEqual({
    scale: 2,
    x: -50,
    y: 100,
  })
})

test('the scale stays between the whole picture and the maximum, and the whole picture is centred', () => {
  const near = zoomTo(whole, { scale: 99, largest: 3, at: { x: 0, y: 0 }, ...sizes })
  expect(near.scale).toBe(3)
  expect(zoomTo({ ...near, x: 40, y: 40 }, { scale: 0.2, largest: 3, at: { x: 9, y: 9 }, ...sizes })).toEqual(whole)
})

test('panning stops at the edges, and a picture that fits does not move', () => {
  const near = zoomTo(whole, { scale: 2, largest: 4, at: { x: 0, y: 0 }, ...sizes })
  expect(pan(near, { by: { x: 999, y: -999 }, ...sizes })).toEqual({ scale: 2, x: 100, y: -200 })
  expect(pan(whole, { by: { x: 30, y: 30 }, ...sizes })).toEqual(whole)
})

test('a picture is never shown wider than its own pixels, and a gain that cannot be seen is none', () => {
  // A studio picture of 1,200 pixels: on a plain screen, on one of two device pixels a point, and on a phone of three.
  expect(largestScale(1200, 600)).toBe(2)
  expect(largestScale(1200 / 2, 600)).toBe(1)
  expect(largestScale(1200 / 3, 390)).toBe(1)
  // A photograph of 3,000 pixels on that phone.
  expect(largestScale(3000 / 3, 390)).toBeCloseTo(2.56)
  expect(largestScale(1200, 0)).toBe(1)
})

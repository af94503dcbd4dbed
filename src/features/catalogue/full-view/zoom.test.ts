import { expect, test } from 'vitest'
import { largestScale, pan, whole, zoomTo } from './use-zoom.ts'

const sizes = { picture: { width: 300, height: 400 }, frame: { width: 400, height: 400 } }

test('the point under the finger stays there while zooming', () => {
  expect(zoomTo(whole, { scale: 2, at: { x: 50, y: -100 }, ...sizes })).toEqual({ scale: 2, x: -50, y: 100 })
})

test('the scale stays between the whole picture and the maximum, and the whole picture is centred', () => {
  const near = zoomTo(whole, { scale: 99, at: { x: 0, y: 0 }, ...sizes })
  expect(near.scale).toBe(largestScale)
  expect(zoomTo({ ...near, x: 40, y: 40 }, { scale: 0.2, at: { x: 9, y: 9 }, ...sizes })).toEqual(whole)
})

test('panning stops at the edges, and a picture that fits does not move', () => {
  const near = zoomTo(whole, { scale: 2, at: { x: 0, y: 0 }, ...sizes })
  expect(pan(near, { by: { x: 999, y: -999 }, ...sizes })).toEqual({ scale: 2, x: 100, y: -200 })
  expect(pan(whole, { by: { x: 30, y: 30 }, ...sizes })).toEqual(whole)
})

import { expect, test } from 'vitest'
import { createPlaces } from './places.ts'

test('there are so many places, and a place that is given back is free again', () => {
  const places = createPlaces({ most: 2, mostOfOne: 2 })
  const [first, second] = [places.take('a'), places.take(null)]
  expect(places.isFull()).toBe(true)
  expect(places.take('b')).toBe('full')
  if (typeof first === 'function') first()
  expect(places.isFull()).toBe(false)
  expect(places.take('b')).toBeTypeOf('function')
  expect(second).toBeTypeOf('function')
})

test('one client has a share of them, and unknown clients are not limited apart', () => {
  const places = createPlaces({ most: 10, mostOfOne: 2 })
  const leave = places.take('a')
  places.take('a')
  expect(places.take('a')).toBe('one client')
  for (let n = 0; n < 4; n += 1) expect(places.take(null)).toBeTypeOf('function')
  if (typeof leave === 'function') leave()
  expect(places.take('a')).toBeTypeOf('function')
  expect(places.take('a')).toBe('one client')
})

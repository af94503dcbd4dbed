import { expect, test } from 'vitest'
import { makingSteps } from './about-texts.ts'

test('the steps cover the working days of a product without a gap or an overlap, for any number of days', () => {
  expect(makingSteps(10).map(({ days }) => days)).toEqual(['Day 1', 'Days 2 to 7', 'Days 8 and 9', 'Day 10'])
  expect(makingSteps(1).map(({ days }) => days)).toEqual(['Day 1'])
  for (let all = 1; all <= 60; all += 1) {
    const described = makingSteps(all).flatMap(({ days }) => {
      const [from = 0, to = from] = [...days.matchAll(/\d+/g)].map(Number)
      return Array.from({ length: to - from + 1 }, (_, index) => from + index)
    })
    expect(described).toEqual(Array.from({ length: all }, (_, index) => index + 1))
  }
})

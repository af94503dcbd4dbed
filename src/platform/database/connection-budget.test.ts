import { expect, test } from 'vitest'
import { divideConnections, smallestBudget } from './connection-budget.ts'

test.each([
  { total: 16, working: true, requests: 10 },
  { total: 16, working: false, requests: 11 },
  { total: smallestBudget, working: true, requests: 2 },
  { total: 200, working: true, requests: 194 },
])(
  'of $total connections $requests are for requests where working is $working, and all parts make the whole',
  (given) => {
    const budget = divideConnections(given.total, given)
    expect(budget.requests).toBe(given.requests)
    expect(Object.values(budget).reduce((sum, part) => sum + part, 0)).toBe(given.total)
  },
)

test('a program that runs no jobs listens on one connection alone', () => {
  expect(divideConnections(16, { working: false }).listening).toBe(1)
})

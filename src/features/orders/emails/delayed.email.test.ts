import { expect, test } from 'vitest'
import { order } from '#app/emails/sample-data.ts'
import { pence } from '#base/money.ts'
import { orderDelayed } from './delayed.email.ts'

const delay = { from: new Date('2026-12-01'), to: new Date('2026-12-08'), reason: null, choiceUrl: 'https://shop/c' }
const wordsOf = (more: object) => JSON.stringify(orderDelayed({ ...order, totalPence: pence(8900), ...more }, delay))

test('a delayed order that is collected is ready later; only a posted one is dispatched', () => {
  expect(wordsOf({ isCollected: false })).toMatch(/would leave us by .*We’ll now dispatch it by/)
  const collected = wordsOf({ isCollected: true, status: 'processing', arriveBy: null })
  expect(collected).toMatch(/would be ready for you by .*It’ll now be ready by .*until you collect it/)
  expect(collected).not.toMatch(/dispatch|parcel|leaves? us/)
})

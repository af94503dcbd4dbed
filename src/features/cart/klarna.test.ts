import { expect, test } from 'vitest'
import { isKlarnaOffered, lastKlarnaDay } from './cart-facts.ts'

test('Klarna is offered for its last day and not for the day after', () => {
  for (const time of ['2026-11-23T00:00:00Z', '2026-11-23T10:30:00Z', '2026-11-23T23:59:59Z', '2026-12-20T12:00:00Z']) {
    const orderedAt = new Date(time)
    const last = lastKlarnaDay(orderedAt)
    expect(isKlarnaOffered(last, orderedAt), time).toBe(true)
    expect(isKlarnaOffered(new Date(last.getTime() + 86_400_000), orderedAt), time).toBe(false)
  }
  expect(lastKlarnaDay(new Date('2026-11-23T10:30:00Z'))).toEqual(new Date('2026-12-14'))
})

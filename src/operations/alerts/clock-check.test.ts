import { expect, test } from 'vitest'
import type { PaymentProvider } from '#platform/payments/provider.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { pageRequest, stripeWorld } from '#tests/fixtures/stripe-world.ts'
import { describeSkew, findWrongClock } from './clock-check.ts'

test('a clock is wrong from half a minute on, ahead or behind', () => {
  expect(describeSkew(30_400, 'the database’s')).toBeNull()
  expect(describeSkew(-30_400, 'the database’s')).toBeNull()
  expect(describeSkew(31_000, 'the database’s')).toBe('The server’s clock is 31 seconds ahead of the database’s.')
  expect(describeSkew(-600_000, 'Stripe’s')).toBe('The server’s clock is 10 minutes behind Stripe’s.')
})

test('the clock is compared with the database’s and with the payment provider’s', async () => {
  await using db = await testDatabase()
  const against = (aheadMs: number | null) => ({
    watch: db,
    provider: { clockAheadMs: () => aheadMs } as PaymentProvider,
  })
  expect(await findWrongClock(against(null))).toEqual({ state: 'well' })
  expect(await findWrongClock(against(600_000))).toEqual({
    state: 'faulty',
    reasons: ['The server’s clock is 10 minutes ahead of the payment provider’s.'],
  })
})

test('Stripe’s clock is known from its last response', async () => {
  await using shop = await stripeWorld()
  expect(shop.provider.clockAheadMs?.()).toBeNull()
  await shop.provider.createSession(pageRequest())
  // The header has whole seconds.
  expect(Math.abs(shop.provider.clockAheadMs?.() ?? 60_000)).toBeLessThan(10_000)
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { deviceHash } from '../sessions/known-devices.ts'
import { sweepAccounts } from '../sweep-accounts.ts'
import { countAttempt, refundAttempt, resetFailures } from './login-throttle.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const elsewhere = { ip: '198.51.100.7', userAgent: 'guesser', requestId: 'r' }
const home = { ip: '192.0.2.1', userAgent: 'Firefox/140', requestId: 'r' }
const minute = 60

type Who = { email: string; userId?: string | null; agent?: typeof home }

/** Whether a try is permitted. */
async function tries({ email, userId = null, agent = elsewhere }: Who): Promise<boolean> {
  return api.db
    .asService((tx) => countAttempt(api.deps, tx, { email, userId, agent }))
    .then(
      () => true,
      (error: { code?: string }) => {
        if (error.code !== 'over_request_rate_limit') throw error
        return false
      },
    )
}

async function timesInTurn(count: number, who: Who): Promise<number> {
  let verified = 0
  for (let at = 0; at < count; at += 1) if (await tries(who)) verified += 1
  return verified
}

test('after ten wrong passwords, tries wait 1, 2, 4, 8, then 15 minutes each', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  let now = 0
  await api.setClockAhead(0)
  expect(await timesInTurn(12, { email })).toBe(10)
  for (const minutes of [1, 2, 4, 8, 15, 15, 15]) {
    await api.setClockAhead(now + minutes * minute - 2)
    expect(await tries({ email }), `2 s before ${minutes} min`).toBe(false)
    now += minutes * minute + 1
    await api.setClockAhead(now)
    expect(await timesInTurn(2, { email }), `after ${minutes} min`).toBe(1)
  }
})

test('10,000 tries within 15 minutes verify no more than 60 passwords, and their owner gets in meanwhile', {
  tags: ['S15'],
  timeout: 120_000,
}, async () => {
  const owner = await api.account()
  await knowDevice(owner.id)
  const who = { email: owner.email, userId: owner.id }
  let verified = 0
  await api.setClockAhead(0)
  // A hundred rounds of a hundred tries at once, nine seconds apart.
  for (let round = 0; round < 100; round += 1) {
    await api.setClockAhead(round * 9)
    const all = await Promise.all(Array.from({ length: 100 }, () => tries(who)))
    verified += all.filter(Boolean).length
    if (round % 25 === 0) expect(await tries({ ...who, agent: home })).toBe(true)
  }
  expect(verified).toBeGreaterThanOrEqual(10)
  expect(verified).toBeLessThanOrEqual(60)
})

test('an address without an account has to wait as well', async () => {
  await api.setClockAhead(0)
  const { id, email } = await api.account()
  expect(await timesInTurn(12, { email, userId: id })).toBe(10)
  expect(await timesInTurn(12, { email: 'nobody@example.com' })).toBe(10)
})

test('a known device has a counter of its own, which also counts guesses from that device', async () => {
  const { id, email } = await api.account()
  await knowDevice(id)
  await timesInTurn(12, { email, userId: id })
  expect(await timesInTurn(12, { email, userId: id, agent: home })).toBe(10)
  const other = await api.account()
  expect(await timesInTurn(12, { email: other.email, userId: other.id, agent: home })).toBe(10)
})

test('a right password resets its counter, and an unverified try does not count', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  const take = () => api.db.asService((tx) => countAttempt(api.deps, tx, { email, userId: null, agent: elsewhere }))
  for (let at = 0; at < 30; at += 1) {
    const taken = await take()
    await api.db.asService((tx) => refundAttempt(tx, taken))
  }
  await timesInTurn(9, { email })
  const last = await take()
  expect(await tries({ email })).toBe(false)
  await api.db.asService((tx) => resetFailures(tx, last))
  expect(await timesInTurn(12, { email })).toBe(10)
})

test('fewer than ten failures expire after 15 minutes, more expire one by one', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  await api.setClockAhead(0)
  await timesInTurn(9, { email })
  await api.setClockAhead(14 * minute)
  expect(await timesInTurn(2, { email })).toBe(1)
  await api.setClockAhead(40 * minute)
  expect(await timesInTurn(9, { email }), 'one is forgiven, so the next is the tenth again').toBe(1)
  await api.setClockAhead(6 * 60 * minute)
  expect(await timesInTurn(12, { email })).toBe(10)
})

test('with any spacing of tries, a quarter of an hour verifies fewer than fifteen', async () => {
  const pauses = fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constant(0) },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: 900 }) },
      { weight: 1, arbitrary: fc.integer({ min: 900, max: 20_000 }) },
    ),
    { minLength: 15, maxLength: 60 },
  )
  await fc.assert(
    fc.asyncProperty(pauses, async (seconds) => {
      const email = `${crypto.randomUUID()}@example.com`
      const verifiedAt: number[] = []
      let now = 0
      await api.setClockAhead(0)
      for (const pause of seconds) {
        now += pause
        if (pause > 0) await api.setClockAhead(now)
        if (await tries({ email })) verifiedAt.push(now)
      }
      for (const from of verifiedAt)
        expect(verifiedAt.filter((at) => at >= from && at < from + 900 - 5).length).toBeLessThan(15)
    }),
    { numRuns: 40 },
  )
}, 120_000)

test('old rows are swept, those of today stay', async () => {
  await api.setClockAhead(0)
  await tries({ email: 'long-ago@example.com' })
  await api.setClockAhead(86_400 + minute)
  await tries({ email: 'today@example.com' })
  await sweepAccounts(api.db)
  const rows = await api.db.asService((tx) => tx.selectFrom('private.sign_in_failures').select('key').execute())
  const keyOf = (email: string) => `${api.deps.keyedHash(email, 'sign-in failures')}:others`
  const remaining = rows.map(({ key }) => key)
  expect(remaining).toContain(keyOf('today@example.com'))
  expect(remaining).not.toContain(keyOf('long-ago@example.com'))
})

async function knowDevice(userId: string): Promise<void> {
  const device_hash = deviceHash(api.deps, home)
  await api.db.asService((tx) =>
    tx.insertInto('private.known_devices').values({ user_id: userId, device_hash }).execute(),
  )
}

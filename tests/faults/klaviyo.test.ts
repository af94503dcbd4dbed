import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type KlaviyoWorld, klaviyoWorld } from '#tests/fixtures/klaviyo-world.ts'

async function startWorker({ db, klaviyo: { url, apiKey } }: KlaviyoWorld): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['tests/fixtures/klaviyo-worker.ts', db.connectionString, url, apiKey], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess) {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function count(world: KlaviyoWorld, id: string, ...states: string[]): Promise<number> {
  return (await world.rows(id)).filter(({ state }) => states.includes(state)).length
}

test('a campaign through Klaviyo that is killed repeatedly sends exactly one event per recipient', {
  tags: ['K6'],
  timeout: 240_000,
}, async () => {
  const readers = 1_500
  await using world = await klaviyoWorld({ readers, limits: { perSecond: 1e9, perMinute: 1e9 } })
  const { klaviyo } = world
  // Some responses are lost although the event was stored, as with a kill.
  klaviyo.fault = ({ number }) => (number % 97 === 0 ? { broken: 'cut', kept: true } : undefined)
  const id = await world.press()
  for (let kills = 1; kills <= 3; kills++) {
    const worker = await startWorker(world)
    const target = klaviyo.events().length + 150 + Math.floor(Math.random() * 150)
    await expect.poll(() => klaviyo.events().length, { timeout: 40_000, interval: 5 }).toBeGreaterThan(target)
    await sleep(Math.random() * 10)
    await kill(worker)
    // The owner presses Send again, twice.
    await world.press()
    await world.press()
  }
  const last = await startWorker(world)
  await expect.poll(() => count(world, id, 'sent'), { timeout: 90_000, interval: 500 }).toBe(readers)
  await kill(last)
  expect(world.recipients()).toHaveLength(readers)
  expect(await count(world, id, 'failed', 'unknown', 'skipped', 'waiting', 'sending')).toBe(0)
})

test('with faults of every kind the counts are right and each recipient has one event', { tags: ['M9'] }, async () => {
  await using at = await klaviyoWorld({ readers: 60 })
  for (const n of [3, 30]) at.klaviyo.addDuplicate(`reader${n}@example.com`)
  at.klaviyo.fault = ({ number, email }) => {
    if (email === 'reader7@example.com') {
      return {
        status: 400,
        body: '{"errors":[{"id":"1","code":"invalid","title":"","detail":"Invalid email address"}]}',
      }
    }
    if (number % 9 === 0) return { status: 502, kept: true }
    if (number % 10 === 0) return { broken: 'cut', kept: true }
    return number % 13 === 0 ? { status: 429, headers: { 'Retry-After': '0' } } : undefined
  }
  const id = await at.press()
  await at.untilDone(id)
  expect(await at.campaign(id)).toMatchObject({
    total: 60,
    sent: 59,
    failed: 1,
    unknown: 0,
    queued: 0,
    failures: [{ email: 'reader7@example.com', error: 'Klaviyo answered 400 (invalid: Invalid email address).' }],
  })
  expect(at.recipients()).toHaveLength(59)
})

test('a small account’s rate limits are respected, and no recipient is lost or gets two events', {
  tags: ['M8'],
}, async () => {
  await using at = await klaviyoWorld({ readers: 8, limits: { perSecond: 3, perMinute: 60 } })
  const id = await at.press()
  await at.untilDone(id)
  expect(await at.campaign(id)).toMatchObject({ sent: 8, failed: 0 })
  expect(at.klaviyo.requests()).toBeGreaterThan(8)
  expect(at.recipients()).toHaveLength(8)
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { type CampaignWorld, campaignWorld } from '#tests/fixtures/campaign-world.ts'
import { type SmtpServer, smtpServer } from '#tests/fixtures/smtp-server.ts'

async function startWorker({ db }: CampaignWorld, smtp: SmtpServer): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['tests/fixtures/campaign-worker.ts', db.connectionString, smtp.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM') {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

test('a press sends to each once', async () => {
  await using smtp = await smtpServer()
  await using world = await campaignWorld({ smtpUrl: smtp.url, readers: 30 })
  const id = await world.press()
  await world.turn(id)
  expect(smtp.received.map(({ to }) => to[0]).toSorted()).toEqual(
    Array.from({ length: 30 }, (_, n) => `reader${n + 1}@example.com`).toSorted(),
  )
  expect(new Set((await world.rows(id)).map(({ state }) => state))).toEqual(new Set(['sent']))
})

test('killed in the midst, the next program goes on, and nobody has the letter twice', {
  timeout: 90_000,
}, async () => {
  await using smtp = await smtpServer()
  await using world = await campaignWorld({ readers: 400 })
  const id = await world.press()
  const first = await startWorker(world, smtp)
  await smtp.arrived(100)
  await end(first, 'SIGKILL')
  const began = Date.now()
  const second = await startWorker(world, smtp)
  const count = smtp.received.length
  await smtp.arrived(count + 1)
  expect(Date.now() - began).toBeLessThan(20_000)
  await expect
    .poll(async () => (await world.rows(id)).filter(({ state }) => state === 'waiting' || state === 'sending').length, {
      timeout: 60_000,
    })
    .toBe(0)
  await end(second, 'SIGTERM')
  const rows = await world.rows(id)
  const unknown = rows.filter(({ state }) => state === 'unknown')
  const addresses = smtp.received.map(({ to }) => to[0])
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(unknown.length).toBeLessThanOrEqual(5)
  expect(rows.filter(({ state }) => state === 'sent').length + unknown.length).toBe(400)
})

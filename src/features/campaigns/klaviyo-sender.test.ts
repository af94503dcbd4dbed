// @module-tag M9

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { EmailError } from '#platform/email/email.ts'
import { campaignId, campaignMessageTo } from '#tests/fixtures/klaviyo-email.ts'
import { type KlaviyoServer, type KlaviyoServerOptions, klaviyoServer } from '#tests/fixtures/klaviyo-server.ts'
import { createKlaviyoSender } from './klaviyo-sender.ts'

/** A stand-in, a sender for it, and the result of one e-mail: null or its error. */
async function at(options: KlaviyoServerOptions & { timeoutMs?: number } = {}) {
  const klaviyo = await klaviyoServer(options)
  const { timeoutMs = 10_000 } = options
  const sender = createKlaviyoSender({ apiKey: klaviyo.apiKey, apiBase: klaviyo.url, timeoutMs })
  return {
    klaviyo,
    sender,
    tell: (email: string) => troubleWith(sender.send(campaignMessageTo(email))),
    async [Symbol.asyncDispose]() {
      sender.close()
      await klaviyo[Symbol.asyncDispose]()
    },
  }
}

async function troubleWith(sending: Promise<void>): Promise<EmailError | null> {
  try {
    await sending
    return null
  } catch (error) {
    if (error instanceof EmailError) return error
    throw error
  }
}

const addressesOf = (klaviyo: KlaviyoServer) => klaviyo.events().map(({ email }) => email)

test('one event per recipient, as Klaviyo describes it, with all a flow needs', async () => {
  await using here = await at()
  expect(await here.tell('mary@example.com')).toBeNull()
  expect(here.klaviyo.violations).toEqual([])
  expect(here.klaviyo.events()).toEqual([
    {
      email: 'mary@example.com',
      profile: expect.any(String),
      metric: 'Launch Letter',
      uniqueId: `${campaignId}:mary@example.com`,
      properties: {
        subject: 'We are open',
        message: 'Dear friend,\n\nthe doors are open. “Come & see” <b>.',
        unsubscribe_url: 'https://shop.example/unsubscribe?token=abc',
        campaign_id: campaignId,
      },
    },
  ])
})

test('sent twice, stored once; another campaign is another e-mail', async () => {
  await using here = await at()
  await Promise.all(Array.from({ length: 20 }, () => here.tell('mary@example.com')))
  await here.sender.send(campaignMessageTo('mary@example.com', { campaignId: 'a1c5d6d2-1c1f-4c53-8e0f-111111111111' }))
  expect(here.klaviyo.requests()).toBe(21)
  expect(addressesOf(here.klaviyo)).toEqual(['mary@example.com', 'mary@example.com'])
  expect(new Set(here.klaviyo.events().map(({ uniqueId }) => uniqueId)).size).toBe(2)
})

test('a profile that is there under another identifier gets the event by its id', async () => {
  await using here = await at()
  const profile = here.klaviyo.addDuplicate('ruth@example.com')
  expect(await here.tell('ruth@example.com')).toBeNull()
  expect(await here.tell('ruth@example.com')).toBeNull()
  expect(here.klaviyo.requests()).toBe(4)
  expect(here.klaviyo.events()).toMatchObject([{ profile, email: 'ruth@example.com' }])
  expect(here.klaviyo.violations).toEqual([])
})

test('409 again, or without an id, is the end of this recipient and not a loop', async () => {
  await using here = await at()
  here.klaviyo.fault = () => ({ status: 409 })
  expect(await here.tell('ruth@example.com')).toMatchObject({ kind: 'refused' })
  expect(here.klaviyo.requests()).toBe(1)
  const meta = { duplicate_profile_id: 'PROFILE1' }
  const body = JSON.stringify({
    errors: [{ id: '1', code: 'duplicate_profile', title: 'Conflict.', detail: '', meta }],
  })
  here.klaviyo.fault = () => ({ status: 409, body })
  expect(await here.tell('ruth@example.com')).toMatchObject({ kind: 'refused' })
  expect(here.klaviyo.requests()).toBe(3)
})

test('a full rate limit says how long to wait, and each recipient has one event in the end', async () => {
  let clock = Date.parse('2026-11-21T10:00:00.400Z')
  await using here = await at({ limits: { perSecond: 3, perMinute: 5 }, now: () => clock })
  const waiting = Array.from({ length: 12 }, (_, index) => `friend-${index}@example.com`)
  const waits: (number | null)[] = []
  for (let email = waiting.shift(); email !== undefined; email = waiting.shift()) {
    const trouble = await here.tell(email)
    if (!trouble) continue
    expect(trouble.kind).toBe('too_fast')
    waits.push(trouble.retryAfterMs)
    clock += trouble.retryAfterMs ?? 0
    waiting.unshift(email)
  }
  expect(waits).toEqual([1_000, 59_000, 1_000, 59_000, 1_000].slice(0, waits.length))
  expect(waits.length).toBeGreaterThan(2)
  expect(new Set(addressesOf(here.klaviyo)).size).toBe(12)
  expect(here.klaviyo.events()).toHaveLength(12)
})

test.each([
  ['30', 30_000],
  ['1.5', 1_500],
  ['Sat, 21 Nov 2026 10:02:00 GMT', 120_000],
  ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
  ['999999999', 86_400_000],
  ['soon', null],
  [undefined, null],
])('Retry-After %s is %s ms', async (value, expected) => {
  await using here = await at()
  const headers = { Date: 'Sat, 21 Nov 2026 10:00:00 GMT', ...(value !== undefined && { 'Retry-After': value }) }
  here.klaviyo.fault = () => ({ status: 429, headers })
  expect(await here.tell('mary@example.com')).toMatchObject({ kind: 'too_fast', retryAfterMs: expected })
})

test.each([
  ['an error before anything was kept', { status: 500 }],
  ['an error after it was kept', { status: 503, kept: true }],
  ['a gateway’s page', { status: 502, body: '<html>Bad gateway</html>' }],
  ['a connection cut before anything was kept', { broken: 'cut' }],
  ['a connection cut after it was kept', { broken: 'cut', kept: true }],
] as const)('%s leaves it open, and the second try makes it one', async (_, fault) => {
  await using here = await at()
  here.klaviyo.fault = ({ number }) => (number === 1 ? fault : undefined)
  expect(await here.tell('mary@example.com')).toMatchObject({ kind: 'unreachable' })
  expect(await here.tell('mary@example.com')).toBeNull()
  expect(addressesOf(here.klaviyo)).toEqual(['mary@example.com'])
})

test('a request without a response is aborted after the time limit, and the second try makes one event', async () => {
  await using here = await at({ timeoutMs: 150 })
  here.klaviyo.fault = ({ number }) => (number === 1 ? { broken: 'hang', kept: true } : undefined)
  expect(await here.tell('mary@example.com')).toMatchObject({ kind: 'unreachable' })
  expect(await here.tell('mary@example.com')).toBeNull()
  expect(addressesOf(here.klaviyo)).toEqual(['mary@example.com'])
})

test('closing aborts the requests in progress', async () => {
  await using here = await at()
  const requested = new Promise<void>((resolve) => {
    here.klaviyo.fault = () => {
      resolve()
      return { broken: 'hang' }
    }
  })
  const trouble = here.tell('mary@example.com')
  await requested
  here.sender.close()
  expect(await trouble).toMatchObject({ kind: 'unreachable' })
})

test('no server', async () => {
  const here = await at()
  await here.klaviyo[Symbol.asyncDispose]()
  expect(await here.tell('mary@example.com')).toMatchObject({
    kind: 'unreachable',
    message: 'Klaviyo could not be reached (ECONNREFUSED).',
  })
})

test('an address that Klaviyo refuses fails, and the next one is sent', async () => {
  await using here = await at()
  expect(await here.tell('mary@example.c')).toMatchObject({
    kind: 'refused',
    message: 'Klaviyo answered 400 (invalid: Invalid email address).',
  })
  expect(await here.tell('ruth@example.com')).toBeNull()
  expect(addressesOf(here.klaviyo)).toEqual(['ruth@example.com'])
})

test('an error that every recipient would meet is the shop’s, not each recipient’s', async () => {
  await using here = await at()
  const about = (pointer: object) =>
    JSON.stringify({ errors: [{ id: '1', code: 'invalid', title: 'Invalid input.', detail: 'No.', source: pointer }] })
  for (const fault of [
    { status: 400, body: about({ pointer: '/data/attributes/metric/data/attributes/name' }) },
    { status: 400, body: about({ pointer: '/data/attributes/properties' }) },
    { status: 400, body: about({ parameter: 'revision' }) },
    { status: 401 },
    { status: 403 },
    { status: 404 },
    { status: 405 },
    { status: 413 },
    { status: 415 },
    { status: 200, body: '<html>parked</html>' },
    { status: 204 },
    { status: 304 },
  ]) {
    here.klaviyo.fault = () => fault
    expect(await here.tell('mary@example.com')).toMatchObject({ kind: 'misconfigured' })
  }
  expect(here.klaviyo.events()).toEqual([])
})

test('a redirect is not followed: the key goes to no other address', async () => {
  await using here = await at()
  await using elsewhere = await klaviyoServer()
  for (const status of [301, 302, 307, 308]) {
    here.klaviyo.fault = () => ({ status, headers: { Location: `${elsewhere.url}/api/events` } })
    expect(await here.tell('mary@example.com')).toMatchObject({ kind: 'misconfigured' })
  }
  expect(elsewhere.requests()).toBe(0)
})

test('a wrong key is misconfigured, and neither key nor address is in any trouble', async () => {
  await using here = await at({ timeoutMs: 150 })
  const sender = createKlaviyoSender({ apiKey: 'pk_wrong_canary', apiBase: here.klaviyo.url })
  const troubles = [await troubleWith(sender.send(campaignMessageTo('mary.canary@example.com')))]
  expect(troubles[0]).toMatchObject({ kind: 'misconfigured' })
  const detail = `mary.canary@example.com, Klaviyo-API-Key ${here.klaviyo.apiKey} is not welcome`
  const body = JSON.stringify({ errors: [{ id: '1', code: 'x', title: 't', detail }] })
  const faults = [400, 401, 409, 429, 500].map((status) => ({ status, body }))
  for (const fault of [...faults, { broken: 'hang' }, { broken: 'cut' }] as const) {
    here.klaviyo.fault = () => fault
    troubles.push(await here.tell('mary.canary@example.com'))
  }
  expect(troubles).toHaveLength(8)
  for (const trouble of troubles) {
    const everything = `${trouble?.stack} ${JSON.stringify(trouble)} ${JSON.stringify(trouble?.cause ?? null)}`
    expect(everything).not.toContain('canary')
    expect(everything).not.toContain(here.klaviyo.apiKey)
  }
})

test('a key that no header can carry is refused before anything is sent, without repeating it', () => {
  expect(() => createKlaviyoSender({ apiKey: 'pk_canary\nX: y' })).toThrow(/^KLAVIYO_API_KEY holds characters/)
})

test('an endless response is not read to its end', async () => {
  let written = 0
  const flood = createServer((_, response) => {
    response.writeHead(400)
    const chunk = Buffer.alloc(65_536, ' ')
    const pour = () => {
      while (!response.destroyed && response.write(chunk)) written += chunk.length
      response.once('drain', pour)
    }
    pour()
  })
  await new Promise<void>((listening) => flood.listen(0, '127.0.0.1', listening))
  const apiBase = `http://127.0.0.1:${(flood.address() as AddressInfo).port}`
  const sender = createKlaviyoSender({ apiKey: 'pk_test', apiBase })
  expect(await troubleWith(sender.send(campaignMessageTo('mary@example.com')))).toMatchObject({ kind: 'refused' })
  expect(written).toBeLessThan(20_000_000)
  flood.closeAllConnections()
  flood.close()
})

test('five hundred recipients among faults of every kind: the counts are right and the ledger has each once', async () => {
  await using here = await at({ timeoutMs: 1_000 })
  const duplicated = Array.from({ length: 25 }, (_, index) => `friend-${index * 20}@example.com`)
  for (const email of duplicated) here.klaviyo.addDuplicate(email)
  here.klaviyo.fault = ({ number }) => {
    if (number % 11 === 0) return { status: 429, headers: { 'Retry-After': '0' } }
    if (number % 13 === 0) return { status: 500, kept: true }
    if (number % 17 === 0) return { broken: 'cut', kept: number % 2 === 0 }
    return number % 19 === 0 ? { status: 503 } : undefined
  }
  const counts = { sent: 0, refused: 0 }
  const waiting = Array.from({ length: 500 }, (_, index) => `friend-${index}@example.${index % 50 === 7 ? 'c' : 'com'}`)
  async function worker() {
    for (let email = waiting.shift(); email !== undefined; email = waiting.shift()) {
      const trouble = await here.tell(email)
      if (!trouble) counts.sent++
      else if (trouble.kind === 'refused') counts.refused++
      else waiting.push(email)
    }
  }
  await Promise.all(Array.from({ length: 5 }, worker))
  expect(counts).toEqual({ sent: 490, refused: 10 })
  const recipients = addressesOf(here.klaviyo).filter((email) => email.endsWith('.com'))
  expect(recipients).toHaveLength(490)
  expect(new Set(recipients).size).toBe(490)
  expect(here.klaviyo.violations).toEqual([])
})

import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { type Answers, type SmtpServer, smtpServer } from '#tests/fixtures/smtp-server.ts'
import { mailSender } from './address.ts'
import type { EmailError } from './email.ts'
import { smtpTransport } from './smtp.ts'

const from = mailSender('The Shop <hello@shop.example>')
const email = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }
let count = 0

function envelope(recipient = 'mary@example.com') {
  count += 1
  return { email, recipient, messageId: `<greeting.${count}@shop.example>` }
}

function open(smtp: Pick<SmtpServer, 'url'>, options: { socketTimeoutMs?: number } = {}) {
  const transport = smtpTransport({ url: smtp.url, from: () => from, ...options })
  return { send: transport.send, [Symbol.dispose]: transport.close }
}

/**
 * The errors for these server responses: at a connection's first e-mail, and at a connection that has already sent one.
 */
async function errorKinds(replies: Answers, options: { login?: boolean; socketTimeoutMs?: number } = {}) {
  await using smtp = await smtpServer(options)
  const kinds: (string | null)[] = []
  for (const isFirst of [true, false]) {
    using transport = open(smtp, options)
    if (!isFirst) await transport.send(envelope())
    const expected = smtp.received.length
    smtp.answer = replies
    kinds.push(
      await transport.send(envelope()).then(
        () => null,
        (error: EmailError) => error.kind ?? String(error),
      ),
    )
    smtp.answer = () => undefined
    // After every error the same or a new connection sends other e-mails, and no e-mail was sent unasked.
    const tried = smtp.received.length
    expect(tried - expected).toBeLessThanOrEqual(1)
    await transport.send(envelope())
    expect(smtp.received).toHaveLength(tried + 1)
  }
  return kinds
}

test.each([
  ['rcpt', '450 greylisted, come back in 300 seconds', 'later'],
  ['rcpt', '452 4.2.2 mailbox full, over quota', 'later'],
  ['rcpt', '550 5.1.1 no such mailbox', 'refused'],
  ['rcpt', '554 5.7.1 <mary@example.com>: Relay access denied', 'misconfigured'],
  ['rcpt', '530 5.7.0 Authentication required', 'misconfigured'],
  ['rcpt', '421 closing', 'too_fast'],
  ['rcpt', '451 4.7.1 too many messages, slow down', 'too_fast'],
  ['rcpt', 'cut', 'unreachable'],
  ['mail', '550 5.7.1 this sender may not', 'misconfigured'],
  ['mail', '552 5.3.4 message too big', 'refused'],
  ['mail', '454 Throttling failure: Maximum sending rate exceeded.', 'too_fast'],
  ['mail', '550 5.4.5 Daily user sending quota exceeded', 'too_fast'],
  ['mail', '452 4.3.1 insufficient storage', 'too_fast'],
  ['mail', 'cut', 'unreachable'],
  ['message', '554 5.7.1 we do not like this text', 'refused'],
  ['message', '451 4.3.0 try again', 'later'],
  ['message', '421 4.7.0 too many letters, closing', 'too_fast'],
  ['message', 'cut', 'unknown'],
  ['message', 'take and cut', 'unknown'],
])('%s answered %j is %s', async (stage, reply, kind) => {
  expect(await errorKinds((at) => (at === stage ? reply : undefined))).toEqual([kind, kind])
})

test.each([
  ['rcpt', 'unreachable'],
  ['message', 'unknown'],
])('silence after %s is %s after the timeout', async (stage, kind) => {
  const silent: Answers = (at) => (at === stage ? 'hang' : undefined)
  expect(await errorKinds(silent, { socketTimeoutMs: 300 })).toEqual([kind, kind])
})

test.each([
  ['greeting', '554 5.7.1 your address is blocked', 'misconfigured'],
  ['greeting', '421 too many connections', 'too_fast'],
  ['greeting', '450 not now', 'unreachable'],
  ['greeting', 'cut', 'unreachable'],
  ['auth', '535 5.7.8 wrong password', 'misconfigured'],
  ['auth', '454 4.7.0 temporary authentication failure', 'unreachable'],
  ['auth', 'cut', 'unreachable'],
])('%s answered %j is %s', { timeout: 20_000 }, async (stage, reply, kind) => {
  await using smtp = await smtpServer({ login: true })
  using transport = open(smtp)
  smtp.answer = (at) => (at === stage ? reply : undefined)
  await expect(transport.send(envelope())).rejects.toMatchObject({ kind })
  expect(smtp.received).toHaveLength(0)
  smtp.answer = () => undefined
  await transport.send(envelope())
})

test('a server that requires a login that is not configured is a fault of the shop', async () => {
  await using smtp = await smtpServer({ login: true })
  using transport = open({ url: smtp.url.replace('shop:secret@', '') })
  await expect(transport.send(envelope())).rejects.toMatchObject({ kind: 'misconfigured' })
})

test('a server that does not listen is unreachable', async () => {
  const smtp = await smtpServer()
  await smtp[Symbol.asyncDispose]()
  using transport = open(smtp)
  await expect(transport.send(envelope())).rejects.toMatchObject({ kind: 'unreachable' })
})

test('an e-mail that waits when the transport closes was not sent', async () => {
  await using smtp = await smtpServer()
  smtp.answer = (stage) => (stage === 'message' ? 'hang' : undefined)
  const transport = smtpTransport({ url: smtp.url, from: () => from, socketTimeoutMs: 500 })
  const sends = Array.from({ length: 8 }, () => transport.send(envelope()))
  const ends = Promise.allSettled(sends)
  await smtp.arrived(5)
  transport.close()
  const kinds = (await ends).map((end) => (end.status === 'rejected' ? end.reason.kind : null))
  expect(kinds.toSorted()).toEqual([...Array(5).fill('unknown'), ...Array(3).fill('unreachable')].toSorted())
  await expect(transport.send(envelope())).rejects.toMatchObject({ kind: 'unreachable' })
})

test('a server that limits the rate gets fewer e-mails', async () => {
  await using smtp = await smtpServer()
  using transport = open(smtp)
  await Promise.all(Array.from({ length: 20 }, () => transport.send(envelope())))
  smtp.answer = (stage) => (stage === 'mail' ? '454 Throttling failure: Maximum sending rate exceeded.' : undefined)
  await expect(transport.send(envelope())).rejects.toMatchObject({ kind: 'too_fast' })
  smtp.answer = () => undefined
  const before = performance.now()
  for (let sends = 0; sends < 6; sends++) await transport.send(envelope())
  expect(performance.now() - before).toBeGreaterThan(300)
})

test('e-mails of one pool do not wait for those of another', async () => {
  await using smtp = await smtpServer()
  using campaign = open(smtp)
  using orders = open(smtp)
  smtp.answer = (stage, argument) => (stage === 'rcpt' && argument.startsWith('reader') ? 'hang' : undefined)
  const slow = Array.from({ length: 50 }, (_, reader) => campaign.send(envelope(`reader${reader}@example.com`)))
  for (const each of slow) each.catch(() => undefined)
  await orders.send(envelope('mary@example.com'))
  expect(smtp.received.map(({ to }) => to)).toEqual([['mary@example.com']])
})

test.each(['smtps', 'starttls'] as const)('an untrusted certificate is refused: %s', async (tls) => {
  await using smtp = await smtpServer({ tls })
  using strict = open(smtp)
  await expect(strict.send(envelope())).rejects.toMatchObject({ kind: 'misconfigured' })
  expect(smtp.received).toHaveLength(0)

  using lenient = open({ url: `${smtp.url}/?tls.rejectUnauthorized=false` })
  await lenient.send(envelope())
  expect(smtp.received).toHaveLength(1)
})

test('a login does not cross the network in the clear', async () => {
  await using smtp = await smtpServer({ login: true })
  // The same machine under a name that the transport does not treat as local.
  const url = smtp.url.replace('127.0.0.1', '[::ffff:127.0.0.1]')
  using strict = open({ url })
  await expect(strict.send(envelope())).rejects.toMatchObject({ kind: 'misconfigured' })
  expect(smtp.asked('auth')).toEqual([])
  using lenient = open({ url: `${url}/?requireTLS=false` })
  await lenient.send(envelope())
  expect(smtp.asked('auth')).toEqual(['shop'])
})

test('an e-mail does not cross the network in the clear, unless the address permits it', async () => {
  await using smtp = await smtpServer()
  const url = smtp.url.replace('127.0.0.1', '[::ffff:127.0.0.1]')
  using strict = open({ url })
  await expect(strict.send(envelope())).rejects.toMatchObject({ name: 'EmailError' })
  expect(smtp.received).toEqual([])
  using lenient = open({ url: `${url}/?requireTLS=false` })
  await lenient.send(envelope())
  expect(smtp.received).toHaveLength(1)
})

test('a sent e-mail has its addresses, date, id, both bodies and the unsubscribe headers', async () => {
  await using smtp = await smtpServer()
  using transport = open(smtp)
  const unsubscribe = `<https://shop.example/functions/v1/unsubscribe?token=${'a1b2c3d4'.repeat(24)}>`
  await transport.send({
    recipient: 'mary@example.com',
    messageId: '<launch.one@shop.example>',
    email: {
      subject: `Déjà vu\r\nBcc: evil@example.com ${'and on '.repeat(20)}`,
      html: `<p>${'A very long line of letters — '.repeat(100)}</p>\n.\n<p>£89.50</p>`,
      text: `${'x'.repeat(2_000)}\n.\n.. £89.50 from Ruth\nFrom me`,
      replyTo: 'care@shop.example',
      headers: { 'List-Unsubscribe': unsubscribe, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    },
  })
  const message = smtp.received[0]?.message ?? ''
  const parsed = await PostalMime.parse(message)
  expect(parsed).toMatchObject({
    from: { name: 'The Shop', address: 'hello@shop.example' },
    to: [{ address: 'mary@example.com' }],
    replyTo: [{ address: 'care@shop.example' }],
    messageId: '<launch.one@shop.example>',
    subject: `Déjà vu Bcc: evil@example.com ${'and on '.repeat(20)}`.trim(),
  })
  expect(Math.abs(new Date(parsed.date ?? '').getTime() - Date.now())).toBeLessThan(60_000)
  expect(parsed.html).toContain(`${'A very long line of letters — '.repeat(100)}</p>\n.\n<p>£89.50</p>`)
  expect(parsed.text?.trimEnd()).toBe(`${'x'.repeat(2_000)}\n.\n.. £89.50 from Ruth\nFrom me`)
  const headers = Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value]))
  expect(headers).toMatchObject({
    'list-unsubscribe': unsubscribe,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    'auto-submitted': 'auto-generated',
  })
  expect(headers).not.toHaveProperty('bcc')
  // RFC 5322, 2.1.1: no line over 998; all but the link keep to 78.
  const lines = message.split('\r\n').filter((line) => line.length > 78)
  expect(lines.every((line) => line.length < 998 && line.includes(unsubscribe))).toBe(true)
  expect(message).not.toMatch(/[^\r]\n|\P{ASCII}/u)
})

test.each([
  { 'X-One': 'a\r\nBcc: evil@example.com' },
  { 'X-One\r\nBcc': 'evil@example.com' },
  { 'X-Öne': 'a' },
  { 'X-One': 'a\u0000' },
])('an invalid header stops the e-mail: %j', async (headers) => {
  await using smtp = await smtpServer()
  using transport = open(smtp)
  await expect(transport.send({ ...envelope(), email: { ...email, headers } })).rejects.toThrow('No header')
  expect(smtp.received).toHaveLength(0)
})

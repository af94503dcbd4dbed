import { expect, test } from 'vitest'
import { type SmsServer, startSmsServer, twilioToken } from '#tests/fixtures/sms-server.ts'
import { SmsError } from './sms.ts'
import { createSmsOverHttp } from './sms-over-http.ts'

const message = { phone: '+447700900123', text: '012345 is your code & more: £5 + “é”.\n\n@shop.example #012345' }
const from = '+447700900999'

const twilioAt = ({ url }: { url: string }, more: { token?: string; timeoutMs?: number } = {}) =>
  createSmsOverHttp({ provider: 'twilio', url, token: twilioToken, from, ...more })

test('Twilio gets a text in its own form', async () => {
  await using server = await startSmsServer()
  await twilioAt(server).send(message)
  expect(server.taken).toEqual([{ from, to: message.phone, text: message.text }])
})

test('any other service gets it as JSON with a bearer token', async () => {
  await using server = await startSmsServer()
  const sms = createSmsOverHttp({ provider: 'http', url: `${server.url}/texts`, token: 'a-token', from })
  await sms.send(message)
  expect(server.taken).toEqual([{ from, to: message.phone, text: message.text }])
  expect(await errorOf(sms.send({ ...message, phone: '+15005550001' }))).toMatchObject({ reason: 'number_refused' })
})

test('a number that cannot be texted is distinguished from a fault of the shop, and is not retried', async () => {
  await using server = await startSmsServer()
  for (const phone of ['+15005550001', '+15005550009']) {
    const error = await errorOf(twilioAt(server).send({ ...message, phone }))
    expect(error).toMatchObject({
      reason: 'number_refused',
      message: expect.stringMatching(/answered 400 \(error 21\d\d\d\)/),
    })
  }
  expect(server.requests()).toBe(2)
  server.faults.push('suspended')
  expect(await errorOf(twilioAt(server).send(message))).toMatchObject({ reason: 'unavailable' })
  expect(await errorOf(twilioAt(server, { token: 'AC1:wrong' }).send(message))).toMatchObject({
    reason: 'unavailable',
    message: 'The provider of text messages answered 401 (error 20003). SMS_TOKEN has to be one that may send.',
  })
  expect(server.requests()).toBe(4)
})

test('a text is retried while the provider reports too many requests, three tries in all', async () => {
  await using server = await startSmsServer()
  server.faults.push('busy', 'busy')
  await twilioAt(server).send(message)
  expect(server.taken).toHaveLength(1)
  server.faults.push('busy', 'busy', 'busy', 'busy')
  expect(await errorOf(twilioAt(server).send(message))).toMatchObject({ reason: 'unavailable' })
  expect(server.requests()).toBe(6)
})

test.each(['broken', 'garbled', 'elsewhere'] as const)(
  'a text that may have been taken is not sent twice: %s',
  async (fault) => {
    await using server = await startSmsServer()
    server.faults.push(fault)
    expect(await errorOf(twilioAt(server).send(message))).toMatchObject({ reason: 'unavailable' })
    expect(server.requests()).toBe(1)
  },
)

test('a slow response is awaited, and a provider that never responds is not tried again', async () => {
  await using server = await startSmsServer()
  server.faults.push('slow')
  await twilioAt(server).send(message)
  expect(server.taken).toHaveLength(1)
  server.faults.push('silent')
  const began = performance.now()
  const error = await errorOf(twilioAt(server, { timeoutMs: 400 }).send(message))
  expect(error).toMatchObject({ reason: 'unavailable', message: expect.stringContaining('TimeoutError') })
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(server.requests()).toBe(2)
})

test('a failed connection is retried within the time limit', async () => {
  const closed = await closedAddress()
  expect(await errorOf(twilioAt({ url: closed }).send(message))).toMatchObject({
    reason: 'unavailable',
    message: 'The provider of text messages did not answer (ECONNREFUSED).',
  })
  const began = performance.now()
  await errorOf(twilioAt({ url: closed }, { timeoutMs: 100 }).send(message))
  expect(performance.now() - began).toBeLessThan(1_000)
})

async function errorOf(sent: Promise<void>): Promise<SmsError> {
  const error = await sent.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof SmsError)) throw new Error('It was sent', { cause: error })
  const errorText = JSON.stringify([error.message, error.stack, error.cause ?? null])
  for (const secret of [message.phone.slice(1), '15005550', '012345', 'auth-token', 'wrong'])
    expect(errorText).not.toContain(secret)
  return error
}

async function closedAddress(): Promise<string> {
  const server: SmsServer = await startSmsServer()
  await server[Symbol.asyncDispose]()
  return server.url
}

import { Hono } from 'hono'
import { pino, stdSerializers } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Env } from '../env.ts'
import { AppError } from './app-error.ts'
import { createErrorHandler, functionsErrorBody } from './error-handler.ts'

function failing(handler: () => unknown) {
  const lines: string[] = []
  const log = pino(
    { base: null, serializers: { error: stdSerializers.errWithCause } },
    { write: (line) => lines.push(line) },
  )
  const app = new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .use(async (c, next) => {
      c.set('log', log)
      c.set('requestId', 'r-1')
      await next()
    })
    .post('/', async (c) => {
      const body = await c.req.json()
      z.object({ code: z.string() }).parse(body)
      handler()
      return c.json({})
    })
  return { app, lines }
}

const post = (body: string) => ({ method: 'POST', body })

test('an AppError is answered with the shop’s own code and message', async () => {
  const { app, lines } = failing(() => {
    throw new AppError('price_changed', 'The price of Mary Dress has changed.', {
      status: 409,
      details: { lines: [1] },
    })
  })
  const response = await app.request('/', post('{"code":"x"}'))
  expect(response.status).toBe(409)
  expect(await response.json()).toEqual({
    code: 'price_changed',
    message: 'The price of Mary Dress has changed.',
    details: { lines: [1] },
  })
  expect(lines).toEqual([])
})

test('a missing token has Supabase’s numeric code', async () => {
  const { app } = failing(() => {
    throw new AppError('unauthorized', 'Missing authorization header')
  })
  const response = await app.request('/', post('{"code":"x"}'))
  expect([response.status, await response.json()]).toEqual([
    401,
    { code: 401, message: 'Missing authorization header' },
  ])
  expect(response.headers.get('www-authenticate')).toBe('Bearer')
})

test('a body that is not JSON, or does not fit the schema, is bad_request', async () => {
  const { app } = failing(() => undefined)
  const broken = await app.request('/', post('{'))
  expect([broken.status, (await broken.json()).code]).toEqual([400, 'bad_request'])
  const wrong = await app.request('/', post('{"code":5}'))
  expect(wrong.status).toBe(400)
  expect(await wrong.json()).toMatchObject({ code: 'bad_request', details: [{ path: 'code' }] })
})

test('an unexpected error is logged with its cause, and the response has only the request id', {
  tags: ['S41'],
}, async () => {
  const { app, lines } = failing(() => JSON.parse('{ our own mistake'))
  const response = await app.request('/', post('{"code":"x"}'))
  expect([response.status, await response.json()]).toEqual([
    500,
    { code: 'unexpected_failure', message: 'Something went wrong. Request r-1' },
  ])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('SyntaxError')
})

test('an unreachable database gives 503 with Retry-After', async () => {
  const { app } = failing(() => {
    throw Object.assign(new Error('connect ECONNREFUSED /secret/path'), { code: 'ECONNREFUSED' })
  })
  const response = await app.request('/', post('{"code":"x"}'))
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await response.text()).not.toContain('secret')
})

test('a database connection that broke during a request gives 503 too', async () => {
  const notQueryable = 'Client has encountered a connection error and is not queryable'
  for (const message of [notQueryable, 'Connection terminated', 'Query read timeout']) {
    const { app } = failing(() => {
      throw new Error(message)
    })
    const response = await app.request('/', post('{"code":"x"}'))
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  }
})

test('a statement timeout gives 503, and the log has its cause', { tags: ['D10', 'S9'] }, async () => {
  const { app, lines } = failing(() => {
    throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  })
  const response = await app.request('/', post('{"code":"x"}'))
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('canceling statement')
})

test('a request refused because of load is logged as one short line', async () => {
  const { app, lines } = failing(() => {
    throw new AppError('busy', 'The shop is busy.')
  })
  expect((await app.request('/', post('{"code":"x"}'))).status).toBe(503)
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('stack')
})

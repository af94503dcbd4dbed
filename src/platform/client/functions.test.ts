import { expect, test } from 'vitest'
import { z } from 'zod'
import { createMessageIds, dataOf, RequestError, readFunctionError, toRequestError } from './functions.ts'

const response = (status: number, body: string) => ({ context: new Response(body, { status }) })

test('the message of the server is the message for the user', async () => {
  const body = { code: 'conflict', message: 'Someone else saved first.', details: { version: 2 } }
  expect(await readFunctionError(response(409, JSON.stringify(body)))).toMatchObject({
    code: 'conflict',
    status: 409,
    message: 'Someone else saved first.',
    serverMessage: 'Someone else saved first.',
    details: { version: 2 },
    isUnreachable: false,
  })
  expect((await readFunctionError(response(500, '{}'))).message).toBe('That didn’t work. Please try again.')
})

test('a missing response, or one that is not the shop’s, means that the shop could not be reached', async () => {
  for (const error of [response(502, '<h1>Bad gateway</h1>'), new TypeError('Failed to fetch'), null, 'no']) {
    const read = await readFunctionError(error)
    expect(read).toMatchObject({ code: 'unreachable', status: 0, serverMessage: '', isUnreachable: true })
    expect(read.message).toContain('couldn’t reach the shop')
  }
})

test('an ended session has one message, whatever the server wrote', async () => {
  const error = await readFunctionError(response(401, '{"code":401,"message":"Invalid JWT"}'))
  expect(error).toMatchObject({ code: 'unauthorized', status: 401 })
  expect(error.message).toContain('You have been signed out')
})

test('the result of a table is its data or a RequestError', () => {
  expect(dataOf({ data: [1], error: null })).toEqual([1])
  const refused = { data: null, error: { code: '42501', message: 'permission denied' }, status: 403 }
  expect(() => dataOf(refused)).toThrow(RequestError)
  expect(toRequestError({ ...refused.error, status: 403 })).toMatchObject({ code: '42501', status: 403 })
})

test('a text that is sent again keeps its id, and another text gets another id', () => {
  const idOf = createMessageIds()
  const first = idOf({ name: 'Ruth', message: 'Hello' })
  expect(z.uuid().safeParse(first).success).toBe(true)
  expect(idOf({ name: 'Ruth', message: 'Hello' })).toBe(first)
  const second = idOf({ name: 'Ruth', message: 'Hello again' })
  expect(second).not.toBe(first)
  expect(idOf({ name: 'Ruth', message: 'Hello' })).not.toBe(first)
})

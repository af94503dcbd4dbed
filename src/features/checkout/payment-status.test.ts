import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { fetchPaymentStatus, readStatus } from './payment-status.ts'

test.each([
  [200, { status: 'paid' }, 'paid'],
  [200, { status: 'confirming' }, 'confirming'],
  [200, { status: 'none' }, 'none'],
  [400, { code: 'bad_request', message: 'No' }, 'none'],
  [429, { code: 'over_request_rate_limit', message: 'Slowly' }, 'confirming'],
  [500, { code: 'unexpected', message: 'Oh' }, 'confirming'],
])('an answer %i %j means %s', async (status, body, expected) => {
  const requested: string[] = []
  const backend = createClient('http://shop.test', 'key', {
    global: {
      fetch: async (url) => {
        requested.push(String(url))
        return Response.json(body, { status })
      },
    },
  })
  expect(await fetchPaymentStatus(backend, 'test_a/b&c')).toBe(expected)
  expect(requested).toEqual(['http://shop.test/functions/v1/checkout-status?session_id=test_a%2Fb%26c'])
})

test.each([null, '', 'x'.repeat(201)])('an id that cannot be ours is not requested: %j', async (sessionId) => {
  const backend = createClient('http://shop.test', 'key', {
    global: { fetch: () => Promise.reject(new Error('asked')) },
  })
  expect(await fetchPaymentStatus(backend, sessionId)).toBe('none')
})

test.each([null, undefined, 'paid', 7, { status: true }])('%j is not a status', (body) => {
  expect(readStatus(body)).toBe('none')
})

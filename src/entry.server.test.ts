import { expect, test } from 'vitest'
import { handleError, onRenderError } from './entry.server.tsx'

test('a method no page takes is an answer; what a loader throws is a fault and is reported', () => {
  const reported: unknown[] = []
  onRenderError((error) => reported.push(error))
  const request = new Request('http://localhost/shop', { method: 'POST' })
  const answer = (status: number) => ({ status, statusText: '', internal: true, data: '' })
  const fault = new Error('the database is gone')
  for (const error of [answer(405), answer(404), fault, answer(500)]) handleError(error, { request })
  expect(reported).toEqual([fault, answer(500)])
})

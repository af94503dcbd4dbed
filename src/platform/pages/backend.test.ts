import { expect, test } from 'vitest'
import { createBackend } from './backend.ts'

const changes = { onChange: () => undefined, listening: () => true }

/**
 * A backend whose application responds with these statuses in turn, then always with the last; and the number of its
 * requests.
 */
function backendOn(statuses: number[]) {
  const requests: string[] = []
  const fetch = async (request: Request) => {
    requests.push(request.url)
    const status = statuses.length > 1 ? statuses.shift() : statuses[0]
    return Response.json(status === 200 ? [] : { code: 'PGRST000', message: 'away' }, { status: status ?? 200 })
  }
  return { requests, backend: createBackend({ fetch, anonKey: 'key', changes, againAfterMs: 50 })() }
}

test('a request is retried when the database is back a moment later, and the page gets its data', async () => {
  const { backend, requests } = backendOn([503, 200])
  expect((await backend.from('products').select('id')).data).toEqual([])
  expect(requests).toHaveLength(2)
})

test('an outage that lasts is not waited for', async () => {
  const { backend, requests } = backendOn([503])
  expect((await backend.from('products').select('id')).error?.code).toBe('PGRST000')
  expect(requests).toHaveLength(2)
})

test('a change of a stored object keeps the cached responses, a change of anything that pages show drops them', () => {
  const listeners: ((table: string) => void)[] = []
  const changes = {
    onChange: (listener: (table: string) => void) => void listeners.push(listener),
    listening: () => true,
  }
  const backend = createBackend({ fetch: async () => Response.json([]), anonKey: 'key', changes })
  const first = backend()
  for (const listener of listeners) listener('objects')
  expect(backend()).toBe(first)
  for (const listener of listeners) listener('products')
  expect(backend()).not.toBe(first)
})

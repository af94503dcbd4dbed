import { expect, test } from 'vitest'
import { createBackend } from './backend.ts'
import { memoizePerClient } from './memoize-per-client.ts'
import { areUnchanged, recordReads } from './page-reads.ts'

/** A backend whose application responds with `data`, and the requests that it got. */
function backendOf(data: { rows: unknown[]; status?: number }) {
  const requests: string[] = []
  const changes = { onChange: () => undefined, listening: () => true }
  const fetch = async (request: Request) => {
    requests.push(`${request.method} ${new URL(request.url).pathname}`)
    return Response.json(data.rows, { status: data.status ?? 200 })
  }
  return { requests, client: createBackend({ fetch, anonKey: 'key', changes, againAfterMs: 1 })() }
}

async function readsOf(work: () => PromiseLike<unknown>) {
  const { value, reads } = recordReads(async () => await work())
  await value
  return reads()
}

test('what a page read is unchanged while the same requests get the same responses', async () => {
  const { client } = backendOf({ rows: [1] })
  const reads = await readsOf(() => client.from('products').select('id'))
  expect(reads).toHaveLength(1)
  expect(await areUnchanged(backendOf({ rows: [1] }).client, reads ?? [])).toBe(true)
  expect(await areUnchanged(backendOf({ rows: [2] }).client, reads ?? [])).toBe(false)
  expect(await areUnchanged(backendOf({ rows: [1], status: 206 }).client, reads ?? [])).toBe(false)
})

test('each request is sent once for all pages, and its response is what later renderings get', async () => {
  const reads =
    (await readsOf(() =>
      backendOf({ rows: [1] })
        .client.from('products')
        .select('id'),
    )) ?? []
  const { client, requests } = backendOf({ rows: [1] })
  await Promise.all([areUnchanged(client, reads), areUnchanged(client, reads)])
  await client.from('products').select('id')
  expect(requests).toEqual(['GET /rest/v1/products'])
})

test('every page that uses a shared value depends on what the value was made from, also where it was made for another', async () => {
  const { client, requests } = backendOf({ rows: [1] })
  const shared = () =>
    memoizePerClient(client, 'a value', async () => (await client.from('products').select('id')).data)
  const [first, second] = [await readsOf(shared), await readsOf(shared)]
  expect(requests).toHaveLength(1)
  expect(second).toEqual(first)
  expect(second).toHaveLength(1)
})

test('functions are compared by their responses too, and are called each time', async () => {
  const { client, requests } = backendOf({ rows: [1] })
  const call = () => client.functions.invoke('waiting-facts', { method: 'GET' })
  const reads = await readsOf(call)
  await readsOf(call)
  expect(requests).toHaveLength(2)
  expect(await areUnchanged(backendOf({ rows: [1] }).client, reads ?? [])).toBe(true)
  expect(await areUnchanged(backendOf({ rows: [2] }).client, reads ?? [])).toBe(false)
})

test('a page that sent anything but GET, or got an error of the server, depends on every change', async () => {
  const call = (client: ReturnType<typeof backendOf>['client']) => client.functions.invoke('a-function', { body: {} })
  expect(await readsOf(() => call(backendOf({ rows: [] }).client))).toBeNull()
  expect(await readsOf(() => backendOf({ rows: [], status: 500 }).client.from('products').select('id'))).toBeNull()
})

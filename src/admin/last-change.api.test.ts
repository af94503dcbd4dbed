import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'
import { lastChangeApi } from './last-change.api.ts'

let api: ShopApi

beforeAll(async () => {
  api = await startShopApi({
    rateLimits: false,
    routes: () => (app) => app.route('/functions/v1', lastChangeApi()),
  })
})
afterAll(() => api[Symbol.asyncDispose]())

test('an administrator reads who changed a row last, and when; a change by the shop itself has no address', async () => {
  const { token, email } = await someone({ admin: true })
  const product = await api.db.product()
  expect(await changeOf(product.id, token)).toEqual({ by: null, at: expect.stringMatching(/^\d{4}-.*Z$/) })
  const { error } = await api.client(token).from('products').update({ price: 120 }).eq('id', product.id)
  expect(error).toBeNull()
  expect(await changeOf(product.id, token)).toMatchObject({ by: email })
  expect(await changeOf(crypto.randomUUID(), token)).toBeNull()
})

test('it serves four tables only, to administrators only', async () => {
  const { token } = await someone({ admin: true })
  expect((await ask('table=user_roles&id=x', token)).status).toBe(400)
  expect((await ask('table=products', token)).status).toBe(400)
  expect((await ask('table=settings&id=%00', token)).status).toBe(400)
  const customer = await someone({ admin: false })
  expect((await ask('table=products&id=x')).status).toBe(401)
  expect((await ask('table=products&id=x', api.anonKey)).status).toBe(401)
  expect((await ask('table=products&id=x', customer.token)).status).toBe(403)
})

async function changeOf(id: string, token: string): Promise<unknown> {
  const response = await ask(`table=products&id=${id}`, token)
  expect(response.headers.get('cache-control')).toBe('no-store')
  return ((await response.json()) as { change: unknown }).change
}

function ask(query: string, token?: string): Promise<Response> {
  const headers = token ? { Authorization: `Bearer ${token}` } : {}
  return fetch(`${api.url}/functions/v1/last-change?${query}`, { headers })
}

async function someone({ admin }: { admin: boolean }): Promise<{ token: string; email: string | null }> {
  const { id, email } = await api.db.user({ admin })
  return { token: await api.token({ role: 'authenticated', sub: id, aal: 'aal1' }), email }
}

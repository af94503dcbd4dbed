// @module-tag S10

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'

/** A role applies to a pooled connection for one transaction: a failed request never affects the next one's role. */
let api: ShopApi

beforeAll(async () => {
  api = await startShopApi()
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
})

test('a thousand mixed requests, many failing or aborted, each read only their own rows', {
  timeout: 120_000,
}, async () => {
  const shoppers = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const user = await api.db.user()
      const order = await api.db.order({ user_id: user.id })
      return { token: await api.token(user.claims), orderId: order.id }
    }),
  )
  const ask = (path: string, token: string, init: RequestInit = {}) =>
    fetch(`${api.url}/rest/v1/${path}`, {
      ...init,
      headers: { apikey: api.anonKey, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    })

  async function request(at: number): Promise<void> {
    const { token, orderId } = shoppers[at % shoppers.length] ?? { token: '', orderId: '' }
    const kind = at % 7
    if (kind === 0) expect((await ask('pre_orders?select=id', api.anonKey)).status).toBe(401)
    else if (kind === 1) expect((await ask('pre_orders?id=eq.abc', token)).status).toBe(400)
    else if (kind === 2)
      expect((await ask('products', token, { method: 'POST', body: '{"name":"x","slug":"x","price":1}' })).status).toBe(
        403,
      )
    else if (kind === 3)
      expect((await (await ask('pre_orders?select=id', api.serviceRoleKey)).json()).length).toBe(shoppers.length)
    else if (kind === 4) await brokenOff(token)
    else expect(await (await ask('pre_orders?select=id', token)).json()).toEqual([{ id: orderId }])
  }

  async function brokenOff(token: string): Promise<void> {
    const giveUp = new AbortController()
    const pending = ask('pre_orders', token, { signal: giveUp.signal })
    giveUp.abort()
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
  }

  for (let round = 0; round < 25; round += 1) {
    await Promise.all(Array.from({ length: 40 }, (_, at) => request(round * 40 + at)))
  }
  const left = `select current_user = session_user as own, coalesce(current_setting('request.jwt.claims', true), '') as claims`
  const idle = await Promise.all(Array.from({ length: 10 }, () => api.db.pool.query(left)))
  for (const { rows } of idle) expect(rows).toEqual([{ own: true, claims: '' }])
})

test('a read that is sent once a write has been answered has it, while many others send the same read', async () => {
  const read = async (key: string, path: string): Promise<{ slug: string }[]> => {
    const headers = { apikey: api.anonKey, Authorization: `Bearer ${key}` }
    return (await (await fetch(`${api.url}/rest/v1/${path}`, { headers })).json()) as { slug: string }[]
  }
  const listed = 'products?select=slug,description&order=slug'
  let isOver = false
  const crowd = Array.from({ length: 12 }, async () => {
    while (!isOver) await read(api.anonKey, listed)
  })
  for (let round = 0; round < 20; round += 1) {
    const { slug } = await api.db.product({ active: true })
    const hidden = await api.db.product({ active: false })
    const [visitors, owners] = await Promise.all([read(api.anonKey, listed), read(api.serviceRoleKey, listed)])
    expect(visitors.map((product) => product.slug)).toContain(slug)
    expect(visitors.map((product) => product.slug)).not.toContain(hidden.slug)
    expect(owners.map((product) => product.slug)).toEqual(expect.arrayContaining([slug, hidden.slug]))
  }
  isOver = true
  await Promise.all(crowd)
})

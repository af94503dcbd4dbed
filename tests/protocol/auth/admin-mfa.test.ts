// @module-tag S19

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { claimsOf, signIn, tokensOf, withTotp } from '#tests/fixtures/second-factors.ts'

// ADMIN_MFA=required, as the program writes it to the database at its start, for the policies.

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
  await required(true)
})
afterAll(() => api[Symbol.asyncDispose]())

async function required(admin_mfa_required: boolean): Promise<void> {
  await api.db.asService((tx) => tx.updateTable('private.access_rules').set({ admin_mfa_required }).execute())
}

async function administrator() {
  const account = await api.account()
  await api.db.asService((tx) => tx.insertInto('user_roles').values({ user_id: account.id, role: 'admin' }).execute())
  return { account, client: await signIn(api, account) }
}

/** A client's attempts at an administrator's actions, each with its result. */
async function work(client: SupabaseClient, { hidden, order }: { hidden: string; order: string }) {
  const slug = `made-${crypto.randomUUID()}`
  const made = await client.from('products').insert({ name: 'Ruth Skirt', slug, price: 60 })
  const changed = await client.from('products').update({ price: 61 }).eq('id', hidden).select('id')
  const removed = await client.from('products').delete().eq('slug', slug).select('id')
  const seen = await client.from('products').select('id').eq('id', hidden)
  const orders = await client.from('pre_orders').select('id').eq('id', order)
  const lines = await client.from('order_lines').select('id').eq('order_id', order)
  const sent = await client.from('pre_orders').update({ tracking_number: 'AB1' }).eq('id', order).select('id')
  const signups = await client.from('email_signups').select('id')
  const codes = await client.from('discount_codes').select('code')
  const coupon = await client.from('discount_codes').insert({ code: `C${slug.slice(-8).toUpperCase()}`, percent: 10 })
  const count = ({ data }: { data: unknown[] | null }) => data?.length ?? 0
  return {
    made: made.status,
    coupon: coupon.status,
    rows: [changed, removed, seen, orders, lines, sent].map(count),
    anyone: [signups, codes].map((response) => count(response) > 0),
  }
}

const everything = { made: 201, coupon: 201, rows: [1, 1, 1, 1, 1, 1], anyone: [true, true] }
const nothing = { made: 403, coupon: 403, rows: [0, 0, 0, 0, 0, 0], anyone: [false, false] }

async function rows() {
  const hidden = await api.db.product({ active: false })
  const order = await api.db.order({ customer_email: 'somebody@example.com' })
  await api.db.discountCode()
  await api.db.asService(async (tx) => {
    await tx
      .insertInto('email_signups')
      .values({ email: `${crypto.randomUUID()}@example.com` })
      .execute()
    await tx
      .insertInto('order_lines')
      .values({
        order_id: order.id,
        position: 0,
        product_id: hidden.id,
        slug: hidden.slug,
        name: hidden.name,
        size: '10-12',
        unit_price: pounds(89),
        quantity: 1,
        dispatch_by: '2030-01-15',
      })
      .execute()
  })
  return { hidden: hidden.id, order: order.id }
}

test('an administrator with a second factor can do nothing with the password alone, and everything at aal2', async () => {
  const { client } = await administrator()
  const of = await rows()
  expect(await work(client, of)).toEqual(nothing)
  // Pages may read the role, so that they can ask for the factor.
  expect((await client.from('user_roles').select('role')).data).toEqual([{ role: 'admin' }])
  await withTotp(client)
  expect(await work(client, of)).toEqual(everything)
  // A refresh keeps it.
  await client.auth.refreshSession()
  expect(await work(client, of)).toEqual(everything)
})

test('a second sign-in starts at aal1, also beside a session at aal2', async () => {
  const { account, client } = await administrator()
  const of = await rows()
  await withTotp(client)
  const again = await signIn(api, account)
  expect(await work(again, of)).toEqual(nothing)
  expect(await work(client, of)).toEqual(everything)
})

test('deleting the factor immediately removes aal2 from existing tokens', async () => {
  const { client } = await administrator()
  const of = await rows()
  const { id } = await withTotp(client)
  expect(await work(client, of)).toEqual(everything)
  expect((await client.auth.mfa.unenroll({ factorId: id })).error).toBeNull()
  const { access_token } = await tokensOf(client)
  expect(claimsOf(access_token).aal).toBe('aal2')
  expect(await work(client, of)).toEqual(nothing)
  expect((await tokensOf(client)).access_token).toBe(access_token)
})

test('a self-made aal2 claim in a token has no effect', async () => {
  const { client } = await administrator()
  const of = await rows()
  const { access_token } = await tokensOf(client)
  const forged = await api.token({ ...claimsOf(access_token), aal: 'aal2' })
  const response = await fetch(`${api.url}/rest/v1/pre_orders?select=id&id=eq.${of.order}`, {
    headers: { apikey: api.anonKey, authorization: `Bearer ${forged}` },
  })
  // Also with a token signed with the shop's own secret: the session's level counts.
  expect([response.status, await response.json()]).toEqual([200, []])
})

test('customers still read their orders, and visitors the products', async () => {
  const account = await api.account()
  const order = await api.db.order({ customer_email: account.email })
  const product = await api.db.product()
  const customer = await signIn(api, account)
  expect((await customer.from('pre_orders').select('id')).data).toEqual([{ id: order.id }])
  expect((await customer.from('products').select('id').eq('id', product.id)).data).toHaveLength(1)
  expect((await api.client().from('products').select('id').eq('id', product.id)).data).toHaveLength(1)
  // A factor alone does not make an administrator.
  await withTotp(customer)
  expect(await work(customer, await rows())).toEqual(nothing)
  expect((await customer.from('pre_orders').select('id')).data).toEqual([{ id: order.id }])
})

test('if it is not required, a password is enough for an administrator without a second factor', async () => {
  const { client } = await administrator()
  const of = await rows()
  await required(false)
  expect(await work(client, of)).toEqual(everything)
  await required(true)
  expect(await work(client, of)).toEqual(nothing)
})

test('if it is not required, an administrator with a second factor still has no rights with a password alone', async () => {
  await required(false)
  const { account, client } = await administrator()
  const of = await rows()
  const earlier = await signIn(api, account)
  expect(await work(earlier, of)).toEqual(everything)
  // Verifying the first factor raises this session and removes the rights of the other one immediately.
  const { id } = await withTotp(client)
  expect(await work(client, of)).toEqual(everything)
  expect(claimsOf((await tokensOf(earlier)).access_token).aal).toBe('aal1')
  expect(await earlier.from('pre_orders').select('id').eq('id', of.order)).not.toMatchObject({
    data: [{ id: of.order }],
  })
  const again = await signIn(api, account)
  expect(await work(again, of)).toEqual(nothing)
  expect((await again.from('user_roles').select('role')).data).toEqual([{ role: 'admin' }])
  // Without any factor the password is enough again, also for the token that still has aal2.
  expect((await client.auth.mfa.unenroll({ factorId: id })).error).toBeNull()
  expect(await work(again, of)).toEqual(everything)
  expect(await work(client, of)).toEqual(everything)
  await required(true)
})

test('a token from before the session reached aal2 has no rights, and cannot enrol another factor', async () => {
  await required(false)
  const { client } = await administrator()
  const of = await rows()
  const before = (await tokensOf(client)).access_token
  await withTotp(client)
  const headers = {
    apikey: api.anonKey,
    authorization: `Bearer ${before}`,
    'content-type': 'application/json',
    'x-supabase-api-version': '2024-01-01',
  }
  const order = await fetch(`${api.url}/rest/v1/pre_orders?select=id&id=eq.${of.order}`, { headers })
  expect(await order.json()).toEqual([])
  const body = JSON.stringify({ factor_type: 'totp', friendly_name: 'Mine' })
  const factor = await fetch(`${api.url}/auth/v1/factors`, { method: 'POST', headers, body })
  expect([factor.status, ((await factor.json()) as { code: string }).code]).toEqual([403, 'insufficient_aal'])
  await required(true)
})

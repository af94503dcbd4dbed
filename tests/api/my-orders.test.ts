// @module-tag S5

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { withTotp } from '#tests/fixtures/second-factors.ts'
import { callFunction, lineOf, paidOrder } from '../fixtures/account-data.ts'
import { anyAddress, lastEmail } from '../fixtures/auth-requests.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const password = 'a long enough one'

/** The account page's requests: orders first, their lines in a second call. */
async function seen(client: SupabaseClient): Promise<{ numbers: string[]; lines: number }> {
  const orders = await client
    .from('pre_orders')
    .select('id, order_number')
    .or('payment_status.eq.paid,paid_at.not.is.null')
    .order('created_at', { ascending: false })
  const ids = (orders.data ?? []).map(({ id }) => id)
  const lines = await client.from('order_lines').select('name').in('order_id', ids)
  return { numbers: (orders.data ?? []).map(({ order_number }) => order_number), lines: lines.data?.length ?? 0 }
}

async function exported(client: SupabaseClient): Promise<unknown> {
  const { data } = await client.auth.getSession()
  const token = data.session?.access_token
  const { body } = await callFunction<{ orders?: unknown }>(api, { path: 'export-my-data', token, body: {} })
  return body.orders
}

async function order(email: string) {
  const made = await paidOrder(api, email)
  await api.db.asService((tx) => tx.insertInto('order_lines').values(lineOf(made.id)).execute())
  return made
}

async function signIn(email: string): Promise<SupabaseClient> {
  const client = api.client()
  const { error } = await client.auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  return client
}

test('a sign-up with a customer’s address shows none of the orders; after the confirmation only its owner sees them', async () => {
  const hers = anyAddress()
  const before = await order(hers)
  // An attacker creates an account with the customer's address and signs in, which is allowed before the confirmation.
  const { error } = await api.client().auth.signUp({ email: hers, password })
  expect(error).toBeNull()
  const { token } = await lastEmail(api, hers)
  const stranger = await signIn(hers)
  expect(await seen(stranger)).toEqual({ numbers: [], lines: 0 })
  const during = await order(hers)
  expect(await seen(stranger)).toEqual({ numbers: [], lines: 0 })
  expect(await exported(stranger)).toEqual([])
  const byId = await stranger.from('order_lines').select('name').eq('order_id', before.id)
  expect(byId.data).toEqual([])

  // The customer reads the e-mail, which only they get, and opens the link.
  const owner = api.client()
  expect((await owner.auth.verifyOtp({ token_hash: token, type: 'signup' })).error).toBeNull()
  expect((await seen(owner)).numbers.sort()).toEqual([before.order_number, during.order_number].sort())
  expect((await seen(owner)).lines).toBe(2)
  expect(await exported(owner)).toHaveLength(2)
  const after = await order(hers)
  expect((await seen(owner)).numbers).toContain(after.order_number)

  // The attacker's session has ended, and the password is void.
  await expect
    .poll(async () => (await stranger.from('pre_orders').select('id')).error?.code, { timeout: 1_500 })
    .toBe('PGRST303')
  expect(await exported(stranger)).toBeUndefined()
  expect((await api.client().auth.signInWithPassword({ email: hers, password })).error?.code).toBe(
    'invalid_credentials',
  )
})

test('two customers each see their own orders, whatever they request', async () => {
  const [one, two] = [await api.account({ password }), await api.account({ password })]
  const [first, second] = [await order(one.email), await order(two.email)]
  const client = await signIn(one.email)
  expect((await seen(client)).numbers).toEqual([first.order_number])
  const { data: row } = await client.from('pre_orders').select('*').eq('id', second.id)
  const { data: named } = await client.from('pre_orders').select('id').eq('customer_email', two.email)
  const { data: lines } = await client.from('order_lines').select('*').eq('order_id', second.id)
  const { count } = await client.from('pre_orders').select('*', { count: 'exact', head: true })
  expect([row, named, lines, count]).toEqual([[], [], [], 1])
})

test('an unpaid checkout is not listed', async () => {
  const { id, email } = await api.account({ password })
  const paid = await order(email)
  await api.db.order({ user_id: id, provider_state: 'expired' })
  await api.db.order({ user_id: id, provider_state: 'open' })
  const refunded = await paidOrder(api, email, { provider_state: 'refunded', order_status: 'cancelled' })
  const client = await signIn(email)
  expect((await seen(client)).numbers.sort()).toEqual([paid.order_number, refunded.order_number].sort())
})

test('an erased account’s orders belong to no account until the address is verified again', async () => {
  const { email } = await api.account({ password })
  const own = await order(email)
  const client = await signIn(email)
  const { data } = await client.auth.getSession()
  const token = data.session?.access_token
  expect(await callFunction(api, { path: 'erase-my-account', token, body: { confirm: email } })).toMatchObject({
    status: 200,
  })
  expect((await api.client().auth.signUp({ email, password })).error).toBeNull()
  const message = await lastEmail(api, email)
  expect(await seen(await signIn(email))).toEqual({ numbers: [], lines: 0 })
  const owner = api.client()
  expect((await owner.auth.verifyOtp({ token_hash: message.token, type: 'signup' })).error).toBeNull()
  expect((await seen(owner)).numbers).toEqual([own.order_number])
})

test('where an account has a second factor, its password alone shows no order', async () => {
  const account = await api.account({ password })
  await order(account.email)
  const client = await signIn(account.email)
  expect((await seen(client)).numbers).toHaveLength(1)
  const { app } = await withTotp(client)
  expect((await seen(client)).numbers).toHaveLength(1)

  const again = await signIn(account.email)
  expect(await seen(again)).toEqual({ numbers: [], lines: 0 })
  const { data } = await again.auth.mfa.listFactors()
  const factorId = data?.totp[0]?.id ?? ''
  expect((await again.auth.mfa.challengeAndVerify({ factorId, code: app.code() })).error).toBeNull()
  expect((await seen(again)).numbers).toHaveLength(1)
})

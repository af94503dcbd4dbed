import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DiscountsApi, startDiscountsApi } from '../fixtures/discounts-api.ts'

let api: DiscountsApi
let admin: Awaited<ReturnType<DiscountsApi['tokenOf']>>

beforeAll(async () => {
  api = await startDiscountsApi()
  admin = await api.tokenOf({ admin: true })
})
afterAll(() => api[Symbol.asyncDispose]())

const codes = (token?: string) => api.client(token).from('discount_codes')
const newCode = (more: object = {}) => ({
  code: `C${crypto.randomUUID().slice(0, 8).toUpperCase()}`,
  percent: 10,
  ...more,
})
const made = async (more: object = {}) => {
  const { data, error } = await codes(admin.token).insert(newCode(more)).select().single()
  expect(error).toBeNull()
  return data
}

test('an administrator creates, changes, disables and deletes a code, and the audit log names the user each time', async () => {
  const code = await made({ minimum_subtotal: 49.5, max_redemptions: 3 })
  expect(code).toMatchObject({ active: true, minimum_subtotal: 49.5, redeemed: 0, held: 0, version: 1, ends_at: null })
  const { data: changed } = await codes(admin.token).update({ percent: 20 }).eq('code', code.code).select().single()
  expect(changed).toMatchObject({ percent: 20, version: 2 })
  const { data: off } = await codes(admin.token).update({ active: false }).eq('code', code.code).select().single()
  expect(off).toMatchObject({ active: false, version: 3 })
  expect((await codes(admin.token).delete().eq('code', code.code).select()).data).toHaveLength(1)
  const log = await api.db.asService((tx) =>
    tx
      .selectFrom('private.audit_log')
      .select(['action', 'actor'])
      .where('row_id', '=', code.code)
      .orderBy('id')
      .execute(),
  )
  expect(log).toEqual(['insert', 'update', 'update', 'delete'].map((action) => ({ action, actor: admin.id })))
})

test('an invalid form is refused with the field’s constraint', async () => {
  const { code } = await made()
  const refused = async (row: object) => (await codes(admin.token).insert(row).select()).error
  expect(await refused({ code, percent: 5 })).toMatchObject({ code: '23505' })
  for (const [wrong, constraint] of [
    [{ percent: 0 }, 'percent_check'],
    [{ percent: 101 }, 'percent_check'],
    [{ code: 'lower' }, 'code_check'],
    [{ code: 'ＷＩＤＥ' }, 'code_check'],
    [{ max_redemptions: 0 }, 'max_redemptions_check'],
    [{ minimum_subtotal: -1 }, 'minimum_subtotal_check'],
    [{ starts_at: '2030-01-02', ends_at: '2030-01-01' }, 'discount_codes_ends_after_start'],
  ] as const) {
    expect(await refused(newCode(wrong)), JSON.stringify(wrong)).toMatchObject({
      code: '23514',
      message: expect.stringContaining(constraint),
    })
  }
  await api.db.discountCode({ code: 'TAKEN', max_redemptions: 5, redeemed: 2, held: 1 })
  const { error } = await codes(admin.token).update({ max_redemptions: 2 }).eq('code', 'TAKEN').select()
  expect(error).toMatchObject({ code: '23514', message: expect.stringContaining('discount_codes_within_limit') })
})

test('of two administrators who opened one code the second changes nothing, and uses in between conflict with neither', async () => {
  const other = await api.tokenOf({ admin: true })
  const { code, version } = await made()
  const save = (token: string, percent: number) =>
    codes(token).update({ percent }).eq('code', code).eq('version', version).select('percent')
  await api.db.asService((tx) =>
    tx.updateTable('discount_codes').set({ held: 1, redeemed: 4 }).where('code', '=', code).execute(),
  )
  const responses = await Promise.all([save(admin.token, 20), save(other.token, 30)])
  expect(responses.map(({ data }) => data?.length).sort()).toEqual([0, 1])
  const [won] = responses.flatMap(({ data }) => data ?? [])
  const { data: held } = await codes(admin.token).select('percent, version, held, redeemed').eq('code', code).single()
  expect(held).toEqual({ percent: won?.percent, version: 2, held: 1, redeemed: 4 })
  // Nor does a stale list delete a changed code.
  expect((await codes(other.token).delete().eq('code', code).eq('version', version).select()).data).toEqual([])
  // A deleted and recreated code begins at the same version, and is a different one.
  const { data: former } = await codes(other.token).select('id').eq('code', code).single()
  await codes(admin.token).delete().eq('code', code)
  await codes(admin.token).insert({ code, percent: 5 })
  const stale = codes(other.token).update({ percent: 90 }).eq('code', code).eq('version', 1)
  expect((await stale.eq('id', former?.id).select()).data).toEqual([])
})

test('visitors and customers read and change no code, and cannot read revenue by code', async () => {
  const { code } = await made()
  const customer = await api.tokenOf()
  for (const token of [undefined, customer.token]) {
    expect((await codes(token).select()).data ?? []).toEqual([])
    expect((await codes(token).insert(newCode()).select()).error?.code).toBe('42501')
    await codes(token).update({ percent: 100 }).eq('code', code)
    await codes(token).delete().eq('code', code)
    for (const path of [`discount-takings?codes=${code}`, 'owner-emails']) {
      expect((await api.call(path, token ? { token } : {})).status).toBe(token ? 403 : 401)
    }
  }
  expect((await codes(admin.token).select('percent').eq('code', code).single()).data).toEqual({ percent: 10 })
  // The owner cannot write the program's counters either.
  expect((await codes(admin.token).update({ redeemed: 0 }).eq('code', code)).error?.code).toBe('42501')
})

test('the revenue of a code is its paid orders, less refunds', async () => {
  const { code } = await made()
  const sold = { discount_code: code, discount_percent: 10, provider_state: 'paid', payment_status: 'paid' }
  await api.db.order({ ...sold, paid_at: new Date(), final_amount: 80.1 })
  await api.db.order({ ...sold, paid_at: new Date(), final_amount: 50, refunded_amount: 20 })
  await api.db.order({ discount_code: code, discount_percent: 10, final_amount: 99 })
  const response = await api.call(`discount-takings?codes=${code},NOSUCH,${encodeURIComponent("';--")}`, {
    token: admin.token,
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
  const { takings, now } = await response.json()
  expect(takings).toEqual({ [code]: { orders: 2, total_pence: 11_010 } })
  expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000)
  const many = Array.from({ length: 101 }, (_, n) => `C${n}`).join(',')
  expect((await api.call(`discount-takings?codes=${many}`, { token: admin.token })).status).toBe(400)
})

test('the owner chooses the address of owner e-mails: one, none, or the shop’s own; an outdated version changes nothing', async () => {
  const ask = async (body?: object) => {
    const response = await api.call('owner-emails', { token: admin.token, ...(body && { body }) })
    return { status: response.status, body: await response.json() }
  }
  const first = await ask()
  expect(first.body).toMatchObject({ to: null, version: null, shop: expect.stringContaining('@') })
  const set = await ask({ to: ' ruth@Workshop.example ', version: null })
  expect(set.body).toMatchObject({ to: 'ruth@workshop.example' })
  expect(await ask({ to: 'off', version: null })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await ask({ to: 'a@b.c, d@e.f', version: set.body.version })).toMatchObject({ status: 400 })
  const off = await ask({ to: 'off', version: set.body.version })
  expect(off.body).toMatchObject({ to: 'off' })
  expect((await ask({ to: null, version: off.body.version })).body).toMatchObject({ to: null })
})

test('unsent e-mails to the owner go to the new address, and none is sent after "off"', async () => {
  const ask = async (to: string | null) => {
    const { version } = await (await api.call('owner-emails', { token: admin.token })).json()
    await api.call('owner-emails', { token: admin.token, body: { to, version } })
  }
  const waiting = () =>
    api.db.asService((tx) =>
      sql<{ kind: string; recipient: string }>`select kind, recipient from private.outbox where state = 'waiting'
        and cause = 'moves' order by kind`.execute(tx),
    )
  await ask('mistyped@workshop.example')
  await api.db.asService((tx) =>
    sql`insert into private.outbox (kind, cause, recipient, message_id)
      values ('owner_digest', 'moves', 'mistyped@workshop.example', '<a@b>'),
        ('order_delivered', 'moves', 'mistyped@workshop.example', '<c@d>')`.execute(tx),
  )
  await ask('ruth@workshop.example')
  expect((await waiting()).rows).toEqual([
    { kind: 'order_delivered', recipient: 'mistyped@workshop.example' },
    { kind: 'owner_digest', recipient: 'ruth@workshop.example' },
  ])
  await ask('off')
  expect((await waiting()).rows).toMatchObject([{ kind: 'order_delivered' }])
})

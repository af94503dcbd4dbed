import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RetentionShop, retentionShop } from '#tests/fixtures/retention-shop.ts'
import { applyRetention } from './apply-retention.ts'

let shop: RetentionShop

beforeAll(async () => {
  shop = await retentionShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

test('records of sales are kept for six years after the end of their tax year, by the calendar of London', async () => {
  const sinceAt = async (now: string) => {
    await shop.rows(`update private.clock set ahead = $1::timestamptz - now()`, [now])
    const [row] = await shop.rows<{ since: Date }>('select private.tax_records_since() as since')
    return row?.since.toISOString()
  }
  try {
    expect(await sinceAt('2026-04-05T12:00:00Z')).toBe('2019-04-05T23:00:00.000Z')
    expect(await sinceAt('2026-04-05T22:59:00Z')).toBe('2019-04-05T23:00:00.000Z')
    expect(await sinceAt('2026-04-05T23:01:00Z')).toBe('2020-04-05T23:00:00.000Z')
    expect(await sinceAt('2026-12-31T23:59:00Z')).toBe('2020-04-05T23:00:00.000Z')
    expect(await sinceAt('2028-02-29T12:00:00Z')).toBe('2021-04-05T23:00:00.000Z')
  } finally {
    await shop.rows(`update private.clock set ahead = '0'`)
  }
})

test('the log of an order that was ever paid is not deleted with it', async () => {
  const paid = await shop.oldOrder('1 hour')
  await shop.rows('delete from public.pre_orders where id = $1', [paid.id])
  await shop.rows('select private.forget_unpaid_audit($1)', [[paid.id]])
  expect(await shop.count('private.audit_log where row_id = $1', [paid.id])).toBe(2)
  const standing = await shop.db.order({ provider_state: 'expired' })
  await shop.rows('select private.forget_unpaid_audit($1)', [[standing.id]])
  expect(await shop.count('private.audit_log where row_id = $1', [standing.id])).toBe(1)
})

test('the log of changes is shortened by age, an order’s after the years of record', async () => {
  const product = await shop.db.product()
  const other = crypto.randomUUID()
  await shop.logged('products', product.id, '5 years')
  await shop.logged('products', other, '25 months')
  await shop.logged('products', other, '23 months')
  await shop.logged('settings', 'banner', '25 months')
  await shop.logged('refunds', other, '5 years')
  await shop.logged('refunds', other, '8 years')
  await applyRetention(shop)
  const found = await shop.rows(
    `select table_name, extract(year from age(public.shop_now() + interval '1 minute', at))::int as years, ip
    from private.audit_log where row_id in ($1, $2, 'banner') and at < public.shop_now() - interval '1 month' order by 1, 2`,
    [product.id, other],
  )
  expect(found).toEqual([
    { table_name: 'products', years: 1, ip: null },
    { table_name: 'refunds', years: 5, ip: null },
  ])
})

test('no caller shortens the log by less than a year, or changes it otherwise', async () => {
  await shop.logged('settings', 'young', '11 months')
  await expect(shop.rows(`select private.forget_audit_log(now(), 10)`)).rejects.toThrow('kept for a year at least')
  await expect(shop.rows('delete from private.audit_log')).rejects.toThrow('permission denied')
  await expect(shop.rows(`update private.audit_log set action = ''`)).rejects.toThrow('permission denied')
  await expect(shop.rows('delete from auth.audit_log_entries')).rejects.toThrow('permission denied')
  const { claims } = await shop.db.user({ admin: true })
  for (const call of [
    'private.forget_order_audit(1)',
    'private.forget_audit_networks(1)',
    'auth.forget_sign_in_log(1)',
    `private.redact_order_audit('{}')`,
    `private.redact_audit_networks(gen_random_uuid())`,
    `private.forget_unpaid_audit('{}')`,
    `private.forget_audit_log(now() - interval '2 years', 1)`,
  ]) {
    await expect(
      shop.db.as(claims, (tx) => sql`select ${sql.raw(call)}`.execute(tx)),
      call,
    ).rejects.toThrow('permission denied')
  }
})

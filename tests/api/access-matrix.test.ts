// @module-tag S5

import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#platform/auth/roles.ts'
import type { Claims } from '#platform/database/db.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'
import { accessMatrix, type CallerName, callers, neverWritten, rightsOf } from './access-matrix.ts'
import { type Known, samples } from './access-samples.ts'

/** Tests the whole access matrix: every role, every table, every statement, under the role and over HTTP. */
let api: ShopApi
let claims: Record<CallerName, Claims>
let known: Known

const tables = Object.keys(accessMatrix)
const verbs = ['select', 'insert', 'update', 'delete'] as const

beforeAll(async () => {
  api = await startShopApi()
  const { db } = api
  const [customer, other, admin] = [await db.user(), await db.user(), await db.user({ admin: true })]
  claims = {
    anon: { role: 'anon' },
    customer: customer.claims,
    other: other.claims,
    admin: admin.claims,
    adminAal1: await staffWithFactor('admin', 'aal1'),
    adminAal2: await staffWithFactor('admin', 'aal2'),
    workroom: (await db.user({ role: 'workroom' })).claims,
    workroomAal1: await staffWithFactor('workroom', 'aal1'),
    workroomAal2: await staffWithFactor('workroom', 'aal2'),
    pages: (await db.user({ role: 'pages' })).claims,
    pagesAal1: await staffWithFactor('pages', 'aal1'),
    pagesAal2: await staffWithFactor('pages', 'aal2'),
    service_role: { role: 'service_role' },
  }
  const { id: productId } = await db.product({ active: false })
  const paid = { payment_status: 'paid', provider_state: 'paid', paid_at: new Date() }
  const own = await db.order({ user_id: customer.id, ...paid })
  await db.user({ admin: true })
  const holding = await db.order()
  const authSessionId = randomUUID()
  const factorId = randomUUID()
  await db.asService(async (tx) => {
    await tx.insertInto('auth.sessions').values({ id: authSessionId, user_id: admin.id }).execute()
    await tx.insertInto('auth.mfa_factors').values({ id: factorId, user_id: admin.id, factor_type: 'totp' }).execute()
  })
  const [campaignId, idleCampaignId] = [randomUUID(), randomUUID()]
  for (const id of [campaignId, idleCampaignId]) {
    const campaign = { id, subject: 'Sample', message: 'Sample', content_hash: id, provider: 'smtp' }
    await db.asService((tx) => tx.insertInto('private.campaigns').values(campaign).execute())
  }
  const refundId = randomUUID()
  const refund = { id: refundId, order_id: own.id, session_id: 'sample', amount: pounds(1) }
  await db.asService((tx) => tx.insertInto('private.refunds').values(refund).execute())
  const [returnId, idleReturnId] = [randomUUID(), randomUUID()]
  const parcel = { order_id: own.id }
  const parcels = await db.asService((tx) =>
    tx.insertInto('private.parcels').values([parcel, parcel]).returning('id').execute(),
  )
  const [parcelId = '', idleParcelId = ''] = parcels.map(({ id }) => id)
  const [lineId, idleLineId] = await db.asService(async (tx) => {
    await tx.insertInto('private.documents').values({ path: '/sample' }).execute()
    for (const id of [returnId, idleReturnId]) {
      await tx.insertInto('private.returns').values({ id, order_id: own.id, kind: 'withdrawal' }).execute()
    }
    const line = {
      order_id: own.id,
      product_id: own.id,
      slug: 's',
      name: 's',
      size: 's',
      unit_price: pounds(1),
      quantity: 1,
    }
    const added = [30_001, 30_002, 30_003].map((position) => ({ ...line, position, dispatch_by: '2030-01-01' }))
    const lines = await tx.insertInto('order_lines').values(added).returning('id').execute()
    const [first = '', second = '', third = ''] = lines.map(({ id }) => id)
    const words = { stars: 2, words: 'Short.', fit: 'small', name: 'Ruth', size: '8-10', consent_text: 'Yes.' }
    const review = { ...words, line_id: third, order_id: own.id, product_id: own.id }
    await tx
      .insertInto('reviews')
      .values({ ...review, state: 'published', published_at: new Date() })
      .execute()
    return [first, second] as const
  })
  const [messageId, idleMessageId] = [randomUUID(), randomUUID()]
  for (const id of [messageId, idleMessageId]) {
    const message = { id, kind: 'contact_message', cause: id, recipient: 'a@example.com', message_id: id }
    await db.asService((tx) => tx.insertInto('private.outbox').values(message).execute())
  }
  const importId = randomUUID()
  await db.asService((tx) =>
    tx.insertInto('private.listing_imports').values({ id: importId, format: 'etsy' }).execute(),
  )
  known = {
    userId: admin.id,
    orderId: own.id,
    originId: holding.id,
    sessionId: 'sample',
    freshId: 'sample',
    authSessionId,
    factorId,
    campaignId,
    refundId,
    returnId,
    lineId,
    messageId,
    parcelId,
    productId,
    importId,
  }
  const filled = tables.filter((table) => table in samples && table !== 'public.user_roles')
  for (const table of filled) await insert(claims.service_role, table)
  known = {
    ...known,
    orderId: holding.id,
    originId: own.id,
    userId: other.id,
    campaignId: idleCampaignId,
    returnId: idleReturnId,
  }
  known = { ...known, lineId: idleLineId, messageId: idleMessageId, parcelId: idleParcelId }
  await insert(claims.service_role, 'public.order_lines')
  // A customer's photograph, which helpers of the pages must not see.
  await db.asService((tx) =>
    tx.insertInto('storage.objects').values({ bucket_id: 'return-photographs', name: 'customers.jpg' }).execute(),
  )
  const deleted = await db.product()
  await db.asService((tx) => tx.deleteFrom('products').where('id', '=', deleted.id).execute())
  await db.pool.query(`insert into migrations.needed (key, because)
    select folder || '/' || name, 'a test' from migrations.applied limit 1`)
  const moved = await db.product()
  await db.asService((tx) =>
    tx
      .updateTable('products')
      .set({ slug: `${moved.slug}-now` })
      .where('id', '=', moved.id)
      .execute(),
  )
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
})

test('every table and view has an entry, has row-level security, and holds a test row', async () => {
  const { rows } = await api.db.pool.query<{ name: string; guarded: boolean }>(`
    select format('%s.%s', n.nspname, c.relname) as name,
           c.relkind in ('v', 'm') or (c.relrowsecurity and c.relforcerowsecurity) as guarded
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'pgboss')
      and n.nspname not like 'pg_temp%'`)
  expect(rows.map(({ name }) => name).sort()).toEqual([...tables].sort())
  const open = rows.filter(({ name, guarded }) => !guarded && !name.startsWith('migrations.'))
  expect(open).toEqual([])
  for (const table of tables) expect(await rowsOf(table), table).toBeGreaterThan(0)
})

describe.each(tables)('%s', (table) => {
  test.each(callers)('%s', async (role) => {
    const expected = rightsOf(role, table)
    const found: string[] = []
    for (const verb of verbs) found.push(await right(role, table, verb))
    expect(`${role} ${found.join(' ')}`).toBe(`${role} ${expected}`)
  })
})

test('a signed-in user cannot write a column that only the program sets', async () => {
  for (const [table, columns] of Object.entries(neverWritten)) {
    for (const column of columns) {
      const { rows } = await api.db.pool.query<{ may: boolean }>(
        `select has_column_privilege(r, $1, $2, 'update') as may from unnest(array['anon', 'authenticated']) r`,
        [table, column],
      )
      expect(rows, `${table}.${column}`).toEqual([{ may: false }, { may: false }])
    }
  }
})

test('of a published review only what it says is readable', async () => {
  const { data } = await api.client(api.anonKey).from('reviews').select('*').throwOnError()
  const shown = 'id product_id size stars words height_cm fit name pictures written_at published_at answer answered_at'
  expect(data?.map((row) => Object.keys(row).sort())).toEqual([shown.split(' ').sort()])
  for (const role of ['anon', 'customer', 'admin'] as const) {
    for (const column of ['order_id', 'line_id', 'photographs', 'consent_text', 'state', 'declined_note']) {
      const { error } = await api
        .client(await tokenOf(role))
        .from('reviews')
        .select(column)
      expect(error?.code, `${role} ${column}`).toBe('42501')
    }
  }
})

test('no function that runs as its owner may be called by a visitor or a user', async () => {
  const { rows } = await api.db.pool.query(`
    select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema', 'pgboss')
      and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))`)
  expect(rows).toEqual([])
})

describe('over HTTP the results are the same', () => {
  const exposed = tables.filter((table) => table.startsWith('public.'))

  test.each(callers)('%s reads what the access matrix says, by any way of reading', async (role) => {
    const client = api.client(await tokenOf(role))
    for (const table of exposed) {
      const [select] = rightsOf(role, table)?.split(' ') ?? []
      const name = table.replace('public.', '')
      const { data, error, status, count } = await client.from(name).select('*', { count: 'exact' })
      if (select === 'no') {
        expect([status, error?.code, data, count], table).toEqual([role === 'anon' ? 401 : 403, '42501', null, null])
      } else {
        const total = await rowsOf(table)
        expect(error, table).toBeNull()
        expect(count).toBe(data?.length)
        expect(verdict(count ?? 0, total), `${role} ${table}`).toBe(select)
      }
    }
  })

  test('another customer’s order is not readable by id, by filter, by count or by a change', async () => {
    const other = api.client(await tokenOf('other'))
    const id = (await api.db.asService((tx) => tx.selectFrom('pre_orders').select('id').executeTakeFirstOrThrow())).id
    expect((await other.from('pre_orders').select('*').eq('id', id)).data).toEqual([])
    expect((await other.from('pre_orders').select('*').or(`id.eq.${id},id.neq.${id}`)).data).toEqual([])
    expect((await other.from('pre_orders').select('*').not('id', 'is', null)).data).toEqual([])
    for (const count of ['exact', 'planned', 'estimated'] as const) {
      expect((await other.from('pre_orders').select('*', { count, head: true })).count).toBe(0)
    }
    const gone = await other.from('pre_orders').select('*').eq('id', id).single()
    const never = await other.from('pre_orders').select('*').eq('id', randomUUID()).single()
    expect(gone.error).toEqual(never.error)
    expect((await other.from('pre_orders').update({ notes: 'mine' }).eq('id', id).select()).data).toEqual([])
    expect((await other.from('pre_orders').delete().eq('id', id).select()).data).toEqual([])
    const service = api.client(api.serviceRoleKey)
    expect((await service.from('pre_orders').select('id').eq('id', id).single()).data).toEqual({ id })
  })

  test('no schema except public can be read', { tags: ['S7'] }, async () => {
    const service = api.client(api.serviceRoleKey)
    for (const table of tables.filter((each) => !each.startsWith('public.'))) {
      const [schema = '', name = ''] = table.split('.')
      expect((await service.from(name).select()).error?.code, table).toBe('PGRST205')
      expect((await service.schema(schema).from(name).select()).error?.code, table).toBe('PGRST106')
    }
  })
})

/** Staff with a verified second factor and a session of this level. */
async function staffWithFactor(role: Role, aal: 'aal1' | 'aal2'): Promise<Claims> {
  const { id, claims: base } = await api.db.user({ role })
  const sessionId = randomUUID()
  await api.db.asService(async (tx) => {
    const factor = { id: randomUUID(), user_id: id, factor_type: 'totp', status: 'verified' } as const
    await tx.insertInto('auth.mfa_factors').values(factor).execute()
    await tx.insertInto('auth.sessions').values({ id: sessionId, user_id: id, aal }).execute()
  })
  return { ...base, session_id: sessionId, aal }
}

async function right(role: CallerName, table: string, verb: (typeof verbs)[number]): Promise<string> {
  if (verb === 'insert') return (await undone(() => insert(claims[role], table, true))) === 'no' ? 'no' : 'yes'
  const text = {
    select: `select 1 from ${table}`,
    update: `update ${table} set ${await writableColumn(role, table)}`,
    delete: `delete from ${table}`,
  }[verb]
  const found = await undone(() => run(claims[role], text, [], true))
  if (found === 'held') return 'all'
  return found === 'no' ? 'no' : verdict(found, await rowsOf(table))
}

function verdict(found: number, total: number): string {
  if (found === 0) return 'none'
  return found === total ? 'all' : 'some'
}

/** Sets a column to itself, one that the role may write if there is any, so that only the policies decide. */
async function writableColumn(role: CallerName, table: string): Promise<string> {
  const databaseRole = claims[role].role
  const { rows } = await api.db.pool.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $2::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
     order by has_column_privilege($1, attrelid, attnum, 'update') desc, attnum desc limit 1`,
    [databaseRole, table],
  )
  return `${rows[0]?.name} = ${rows[0]?.name}`
}

function insert(who: Claims, table: string, undo = false): Promise<number> {
  const row = samples[table]?.(undo ? { ...known, freshId: randomUUID() } : known) ?? {}
  const names = Object.keys(row)
  if (names.length === 0) return run(who, `insert into ${table} default values`, [], undo)
  const marks = names.map((_, at) => `$${at + 1}`)
  return run(who, `insert into ${table} (${names.join(', ')}) values (${marks.join(', ')})`, Object.values(row), undo)
}

class Undone extends Error {
  readonly rows: number

  constructor(rows: number) {
    super('undone')
    this.rows = rows
  }
}

function run(who: Claims, text: string, params: unknown[], undo: boolean): Promise<number> {
  return api.db.as(who, async (tx) => {
    const { rows, numAffectedRows } = await tx.executeQuery(CompiledQuery.raw(text, params))
    const count = Number(numAffectedRows ?? rows.length)
    if (undo) throw new Undone(count)
    return count
  })
}

/**
 * The number of rows a statement changed before its rollback, or `no`; `held`: permitted, and refused by a foreign key.
 */
async function undone(statement: () => Promise<number>): Promise<number | 'no' | 'held'> {
  try {
    return await statement()
  } catch (error) {
    if (error instanceof Undone) return error.rows
    if (error instanceof Error && 'code' in error && error.code === '42501') return 'no'
    if (error instanceof Error && 'code' in error && error.code === '23503') return 'held'
    throw error
  }
}

async function rowsOf(table: string): Promise<number> {
  const asService = await undone(() => run(claims.service_role, `select 1 from ${table}`, [], true))
  if (typeof asService === 'number') return asService
  return (await api.db.pool.query(`select 1 from ${table}`)).rows.length
}

async function tokenOf(role: CallerName): Promise<string> {
  if (role === 'anon') return api.anonKey
  return role === 'service_role' ? api.serviceRoleKey : api.token(claims[role])
}

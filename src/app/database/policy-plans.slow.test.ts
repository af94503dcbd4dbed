import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policies } from '#operations/policies.ts'
import type { Claims } from '#platform/database/db.ts'
import { withClient } from '#platform/database/with-client.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'

const orders = 100_000
const customers = 20_000
/** Rows that a caller without rights may make PostgreSQL read: a few of its own, some of them twice. */
const most = 200

/** The tables that grow with the shop and that a policy of a signed-in account concerns. */
const growing = ['public.pre_orders', 'public.order_lines', 'public.email_signups', 'storage.objects']

let db: TestDatabase
let callers: (Claims & { sub: string })[]
let admin: Claims

beforeAll(async () => {
  db = await testDatabase()
  const [buyer, other] = [await db.user(), await db.user()]
  callers = [buyer.claims, other.claims] as typeof callers
  admin = (await db.user({ admin: true })).claims
  await fill(db.connectionString, buyer.id)
}, 240_000)
afterAll(() => db[Symbol.asyncDispose]())

/** A shop of years, written by the owner of the tables without the triggers of a single sale. */
async function fill(connectionString: string, buyer: string): Promise<void> {
  const tables = [...growing, 'auth.users', 'storage.buckets']
  await withClient(connectionString, async (client) => {
    for (const table of tables) {
      await client.query(`alter table ${table} no force row level security`)
      await client.query(`alter table ${table} disable trigger user`)
    }
    await client.query(`insert into auth.users (id, email, email_confirmed_at)
      select md5('user ' || n)::uuid, n || '@example.com', now() from generate_series(1, ${customers}) n`)
    // A quarter of the orders belong to accounts, and seven to the buyer.
    await client.query(
      `insert into public.pre_orders (id, order_number, product_name, product_size, product_price, final_amount,
         dispatch_by, cart_fingerprint, payment_provider, deliver_to, delivery_options, customer_email, created_at,
         provider_state, payment_status, paid_at, order_status, user_id)
       select md5('order ' || n)::uuid, 'TKW-' || n, 'Mary Dress', '10-12', 89, 93.5, '2030-01-15', 'x', 'test', 'GB',
         '[]', n || '@example.com', now() - n * interval '10 minutes', 'paid', 'paid',
         now() - n * interval '10 minutes', case when n % 3 = 0 then 'pending' else 'delivered' end,
         case when n % 15000 = 1 then $1::uuid when n % 4 = 0 then md5('user ' || (n % ${customers} + 1))::uuid end
         from generate_series(1, ${orders}) n`,
      [buyer],
    )
    await client.query(`insert into public.order_lines (order_id, position, product_id, slug, name, size, unit_price,
        quantity, dispatch_by)
      select o.id, at, md5('product ' || (row_number() over ()) % 40)::uuid, 'mary', 'Mary Dress', '10-12', 44.5, 1,
        '2030-01-15' from public.pre_orders o, generate_series(0, 1) at`)
    await client.query(`insert into public.email_signups (email, created_at)
      select n || '@example.org', now() - n * interval '10 minutes' from generate_series(1, ${orders}) n`)
    await client.query(`insert into storage.buckets (id, name) values ('large', 'large')`)
    await client.query(`insert into storage.objects (bucket_id, name)
      select 'large', n || '.jpg' from generate_series(1, ${orders}) n`)
    for (const table of tables) {
      await client.query(`alter table ${table} enable trigger user`)
      await client.query(`alter table ${table} force row level security`)
      await client.query(`analyze ${table}`)
    }
  })
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

/** How many rows of the growing tables a statement read, and which of them its plan reads from end to end. */
async function planOf(claims: Claims, statement: string): Promise<{ reads: number; scanned: unknown[] }> {
  const { rows } = await db.as(claims, (tx) =>
    sql<{ 'QUERY PLAN': [{ Plan: Node }] }>`
      explain (analyze, format json) ${sql.raw(statement)}`.execute(tx),
  )
  const [found] = rows[0]?.['QUERY PLAN'] ?? []
  if (!found) throw new Error(`PostgreSQL has no plan of ${statement}`)
  const nodes = flatten(found.Plan).filter((node) =>
    growing.some((table) => table.endsWith(`.${node['Relation Name']}`)),
  )
  const reads = nodes.map((node) => {
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
    return (node['Actual Rows'] + removed) * node['Actual Loops']
  })
  const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'])
  return { reads: reads.reduce((sum, each) => sum + each, 0), scanned }
}

function flatten(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)]
}

// As /rest/v1 writes what supabase-js asks for, and the changes that the grants allow.
const statements = [
  'select id, order_number from public.pre_orders',
  'select count(*) from public.pre_orders',
  'select id, order_number from public.pre_orders limit 1000',
  'select id, order_number from public.pre_orders order by created_at desc limit 5',
  'select id, order_number from public.pre_orders order by created_at, id limit 1 offset 3',
  'select id, order_number from public.pre_orders order by created_at desc limit 1',
  'select id, order_number from public.pre_orders order by id limit 5',
  'select id, order_number from public.pre_orders order by order_number limit 10',
  'select id, order_number from public.pre_orders order by dispatch_by limit 10',
  `select id from public.pre_orders where order_status = 'pending'`,
  `select id from public.pre_orders where order_status = 'pending' order by created_at desc limit 5`,
  `select id from public.pre_orders where order_status <> 'pending' order by created_at desc limit 5`,
  `select id from public.pre_orders where created_at > now() - interval '1 year' order by created_at desc limit 5`,
  `select id from public.pre_orders where payment_status = 'paid' or paid_at is not null order by dispatch_by limit 5`,
  `select id from public.pre_orders where product_name ilike '%dress%'`,
  `select id from public.pre_orders where customer_email like '7%' order by created_at limit 5`,
  'select id from public.pre_orders where user_id is null limit 5',
  'select id from public.pre_orders where user_id is not null order by created_at limit 5',
  `select id from public.pre_orders where id in (md5('order 1')::uuid, md5('order 2')::uuid)`,
  'select * from public.order_lines',
  'select count(*) from public.order_lines',
  'select * from public.order_lines limit 1000',
  'select * from public.order_lines limit 1',
  `select * from public.order_lines where position = 0 and quantity > 0 limit 1`,
  'select * from public.order_lines order by position limit 10',
  'select * from public.order_lines order by id desc limit 10',
  'select * from public.order_lines order by order_id limit 10',
  `select * from public.order_lines where product_id = md5('product 1')::uuid`,
  `select * from public.order_lines where size = '10-12' order by id limit 10`,
  `select * from public.order_lines where order_id in (md5('order 1')::uuid, md5('order 2')::uuid) order by position`,
  'select * from public.email_signups',
  'select count(*) from public.email_signups',
  'select * from public.email_signups order by created_at desc limit 10',
  `select * from public.email_signups where email = '7@example.org'`,
  `select * from public.email_signups where email like '7%'`,
  `select * from storage.objects where bucket_id = 'large' order by name limit 100`,
  `delete from storage.objects where bucket_id = 'large' and name like '1%'`,
  `update public.pre_orders set notes = 'x'`,
  `update public.pre_orders set notes = 'x' where order_status = 'pending'`,
  'delete from public.pre_orders',
  `delete from public.pre_orders where created_at > now() - interval '1 day'`,
  `update public.email_signups set email = 'x@example.org' where created_at > now() - interval '1 year'`,
  'delete from public.email_signups',
]

test.each(statements)('a customer makes PostgreSQL read a few own rows alone: %s', async (statement) => {
  for (const claims of callers) {
    const { reads, scanned } = await planOf(claims, statement)
    expect({ scanned, reads: reads <= most ? 'few' : reads }).toEqual({ scanned: [], reads: 'few' })
  }
})

test('every other table with a policy of accounts or visitors is small, or holds what all of them may read', () => {
  const concerned = policies
    .filter((line) => !/ (?:service_role|shop_triggers)$/.test(line))
    .map((line) => line.split(' ')[0])
  const small = ['private.access_rules', 'private.clock', 'public.discount_codes', 'public.products', 'storage.buckets']
  const own = ['auth.mfa_factors', 'auth.sessions', 'public.user_roles']
  expect([...new Set(concerned)].sort()).toEqual([...growing, ...small, ...own, 'public.reviews'].sort())
})

test('a visitor may read none of them, or reads none', async () => {
  for (const table of growing) {
    const read = planOf({ role: 'anon' }, `select count(*) from ${table}`).catch(({ code }) => code)
    expect([table, await read]).toEqual([table, table === 'storage.objects' ? expect.anything() : '42501'])
  }
})

test('customers read their own orders with their lines, and an administrator all', async () => {
  const count = async (claims: Claims, table: string) => {
    const { rows } = await db.as(claims, (tx) =>
      sql<{ count: number }>`select count(*)::int from ${sql.raw(table)}`.execute(tx),
    )
    return rows[0]?.count
  }
  const counts = (claims: Claims) => Promise.all(growing.map((table) => count(claims, table)))
  const [buyer, other] = callers
  expect(await counts(buyer as Claims)).toEqual([7, 14, 0, 0])
  expect(await counts(other as Claims)).toEqual([0, 0, 0, 0])
  expect(await counts(admin)).toEqual([orders, 2 * orders, orders, orders])
})

test.each([
  `select id from public.pre_orders where id = md5('order 1')::uuid`,
  `select * from public.order_lines where order_id = md5('order 1')::uuid order by position`,
  'select * from public.email_signups order by created_at desc limit 50',
])('an administrator’s row or page is read by its index: %s', async (statement) => {
  const { reads, scanned } = await planOf(admin, statement)
  expect({ scanned, reads: reads <= most ? 'few' : reads }).toEqual({ scanned: [], reads: 'few' })
})

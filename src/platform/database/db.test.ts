import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { createLog } from '../log.ts'
import { openDb } from './db.ts'

test('a visitor sees active products only, an administrator all of them', async () => {
  await using db = await testDatabase()
  await db.product({ active: true })
  await db.product({ active: false })
  const admin = await db.user({ admin: true })
  const customer = await db.user()
  const count = (claims: Parameters<typeof db.as>[0]) =>
    db.as(claims, async (tx) => (await tx.selectFrom('products').select('id').execute()).length)
  expect(await count({ role: 'anon' })).toBe(1)
  expect(await count(customer.claims)).toBe(1)
  expect(await count(admin.claims)).toBe(2)
})

test('the role and claims end with the transaction, also after an error', { tags: ['S10'] }, async () => {
  await using db = await testDatabase({ maxConnections: 1 })
  await expect(
    db.as({ role: 'anon' }, (tx) => tx.selectFrom('pre_orders').selectAll().execute()),
  ).rejects.toMatchObject({
    code: '42501',
  })
  const { rows } = await db.pool.query("select current_user, current_setting('request.jwt.claims', true) as claims")
  expect(rows[0].current_user).not.toBe('anon')
  expect(rows[0].claims).toBe('')
})

test('a read of one statement has the role and claims of the caller, which end with it, also after an error', {
  tags: ['S10'],
}, async () => {
  await using db = await testDatabase({ maxConnections: 1 })
  await db.product({ active: true })
  await db.product({ active: false })
  const read = (text: string, params: unknown[] = []) => db.readAs({ role: 'anon' }, { text, params })
  expect(await read('select current_user, active from products where name <> $1', ['none'])).toEqual([
    { current_user: 'anon', active: true },
  ])
  await expect(read('select id from pre_orders')).rejects.toMatchObject({ code: '42501' })
  await expect(read('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
  const { rows } = await db.pool.query("select current_user, current_setting('request.jwt.claims', true) as claims")
  expect(rows[0].current_user).not.toBe('anon')
  expect(rows[0].claims).toBe('')
})

test('claims with quotes and backslashes arrive as they are', async () => {
  await using db = await testDatabase({ maxConnections: 1 })
  const strange = `o'clock \\ "x"; drop table products; --`
  const claims = await db.as({ role: 'anon', strange }, (tx) =>
    sql<{ claims: string }>`select auth.jwt() ->> 'strange' as claims`.execute(tx),
  )
  expect(claims.rows[0]?.claims).toBe(strange)
})

test('deleting a product keeps it in the archive and frees its slug', async () => {
  await using db = await testDatabase()
  const admin = await db.user({ admin: true })
  const product = await db.product({ slug: 'ruth-skirt' })
  await db.as(admin.claims, (tx) => tx.deleteFrom('products').where('id', '=', product.id).execute())
  await db.product({ slug: 'ruth-skirt' })
  const archive = await db.asService((tx) => tx.selectFrom('private.deleted_products').select('id').execute())
  expect(archive).toEqual([{ id: product.id }])
})

test('every change of a product is in the audit log with its user, and no role can rewrite the log', {
  tags: ['S44'],
}, async () => {
  await using db = await testDatabase()
  const admin = await db.user({ admin: true })
  const product = await db.product({ price: 89 })
  await db.as(
    admin.claims,
    (tx) =>
      tx
        .updateTable('products')
        .set({ price: pounds(95) })
        .where('id', '=', product.id)
        .execute(),
    {
      requestId: 'r-1',
      ip: '203.0.113.9',
    },
  )
  const log = await db.asService((tx) =>
    tx.selectFrom('private.audit_log').selectAll().where('row_id', '=', product.id).orderBy('id').execute(),
  )
  expect(log.at(-1)).toMatchObject({
    actor: admin.id,
    action: 'update',
    request_id: 'r-1',
    ip: '203.0.113.9',
    before: { price: 89 },
    after: { price: 95 },
  })
  await expect(
    db.asService((tx) => tx.updateTable('private.audit_log').set({ action: 'nothing' }).execute()),
  ).rejects.toMatchObject({ code: '42501' })
})

test('image_url and the first picture mirror each other, whichever of the two is written', async () => {
  await using db = await testDatabase()
  await db.asService((tx) =>
    sql`insert into storage.objects (bucket_id, name) select 'product-images', unnest(array['a.jpg', 'b.jpg'])`.execute(
      tx,
    ),
  )
  const url = '/storage/v1/object/public/product-images/a.jpg'
  const product = await db.product({ pictures: JSON.stringify([{ url, alt: 'A dress' }]) })
  expect(product.image_url).toBe(url)
  const other = '/storage/v1/object/public/product-images/b.jpg'
  const changed = await db.asService((tx) =>
    tx
      .updateTable('products')
      .set({ image_url: other })
      .where('id', '=', product.id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
  expect(changed.pictures).toEqual([{ url: other }])
  await expect(db.product({ image_url: 'http://169.254.169.254/latest' })).rejects.toMatchObject({ code: '23514' })
})

test('the role that migrates and serves is not a superuser and does not bypass row-level security', async () => {
  await using db = await testDatabase()
  const { rows } = await db.pool.query('select rolsuper, rolbypassrls from pg_roles where rolname = current_user')
  expect(rows[0]).toEqual({ rolsuper: false, rolbypassrls: false })
})

test('row-level security is forced on every table of every schema of the shop', async () => {
  await using db = await testDatabase()
  const { rows } =
    await db.pool.query(`select relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'private', 'auth', 'storage') and not (relrowsecurity and relforcerowsecurity)`)
  expect(rows).toEqual([])
})

test('a transaction whose failed statement was ignored is not reported as committed', async () => {
  await using db = await testDatabase()
  await db.product({ slug: 'taken' })
  const overlooking = db.asService(async (tx) => {
    const again = tx
      .insertInto('products')
      .values({ name: 'Another', slug: 'taken', price: pounds(1) })
      .execute()
    await again.catch(() => undefined)
  })
  await expect(overlooking).rejects.toThrow('nothing of it was kept')
})

test('a connection that breaks during a transaction ends that transaction, and nothing else', {
  tags: ['D2'],
}, async () => {
  await using db = await testDatabase()
  const between = db.asService(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await db.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    while (true) await sql`select 1`.execute(tx)
  })
  // The text depends on which notices first: the database, the driver or the socket.
  await expect(between).rejects.toThrow(/terminat|not queryable|EPIPE|ECONNRESET/)
  expect(await db.asService(async () => 'served')).toBe('served')
})

test('a query to a silent database times out, and its connection is not used again', { tags: ['D10'] }, async () => {
  await using db = await testDatabase()
  const log = createLog({ level: 'silent' })
  const impatient = openDb({ connectionString: db.connectionString, log, maxConnections: 1, silenceMs: 500 })
  let pid = 0
  const silent = impatient.asService(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    pid = rows[0]?.pid ?? 0
    process.kill(pid, 'SIGSTOP')
    await sql`select 1`.execute(tx)
  })
  try {
    await expect(silent).rejects.toThrow('Query read timeout')
    const { rows } = await impatient.asService((tx) => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx))
    expect(rows[0]?.pid).not.toBe(pid)
  } finally {
    process.kill(pid, 'SIGCONT')
    await impatient.close()
  }
})

test('after one read-only connection, no connection that was open then is used again, by requests or by the owner', async () => {
  await using db = await testDatabase({ maxConnections: 2 })
  const word = { name: 'tests.word', value: JSON.stringify('kind') }
  const write = () => db.asService((tx) => tx.insertInto('private.settings').values(word).execute())
  const [first, second] = [await db.pool.connect(), await db.pool.connect()]
  for (const client of [first, second]) {
    await client.query('set default_transaction_read_only = on')
    client.release()
  }
  await expect(write()).rejects.toMatchObject({ code: '25006' })
  await write()

  await db.pool.query('set default_transaction_read_only = on')
  const create = () => sql`create table private.notes (id int)`.execute(db.owner)
  await expect(create()).rejects.toMatchObject({ code: '25006' })
  await create()
})

/** Who the next user of a connection is, before it begins a transaction of its own. */
const whoIsIt = "select current_user <> session_user as changed, current_setting('request.jwt.claims', true) as claims"

test('a read that is cut off in its middle leaves no role and no claims to the next user of its connection', {
  tags: ['S10'],
}, async () => {
  await using db = await testDatabase({ maxConnections: 1 })
  const watcher = openDb({ connectionString: db.connectionString, log: createLog({ level: 'silent' }) })
  const slow = { text: 'select pg_sleep(20)', params: [] }
  const cutOff = async (how: 'pg_cancel_backend' | 'pg_terminate_backend') => {
    const cut = expect(db.readAs({ role: 'authenticated', sub: 'somebody' }, slow)).rejects.toThrow()
    const sleeping = "datname = current_database() and state = 'active' and query = 'select pg_sleep(20)'"
    await expect
      .poll(
        async () => (await watcher.pool.query(`select ${how}(pid) from pg_stat_activity where ${sleeping}`)).rowCount,
      )
      .toBe(1)
    await cut
    expect((await db.pool.query(whoIsIt)).rows).toEqual([{ changed: false, claims: expect.toBeOneOf(['', null]) }])
  }
  try {
    await cutOff('pg_cancel_backend')
    await cutOff('pg_terminate_backend')
    await cutOff('pg_cancel_backend')
  } finally {
    await watcher.close()
  }
})

test('reads of many callers over two connections, some of which fail, are each answered under their own role', {
  tags: ['S10'],
}, async () => {
  await using db = await testDatabase({ maxConnections: 2 })
  const own = "select current_user::text as role, current_setting('request.jwt.claims')::json ->> 'sub' as sub"
  const broken = ['select 1 / 0', 'select wrong', 'select pg_cancel_backend(pg_backend_pid()), pg_sleep(1)']
  async function readOne(index: number): Promise<void> {
    const claims = { role: index % 2 ? ('anon' as const) : ('authenticated' as const), sub: `caller-${index}` }
    if (index % 7 === 0) {
      await expect(db.readAs(claims, { text: broken[index % 3] ?? '', params: [] })).rejects.toThrow()
    } else if (index % 11 === 0) {
      const { rows } = await db.pool.query(whoIsIt)
      expect(rows[0]).toEqual({ changed: false, claims: expect.toBeOneOf(['', null]) })
    } else if (index % 5 === 0) {
      const { rows } = await db.as(claims, (tx) => sql.raw<{ role: string; sub: string }>(own).execute(tx))
      expect(rows).toEqual([claims])
    } else {
      expect(await db.readAs(claims, { text: own, params: [] })).toEqual([claims])
    }
  }
  for (let first = 0; first < 300; first += 30) {
    await Promise.all(Array.from({ length: 30 }, (_, index) => readOne(first + index)))
  }
})

test('a read of a silent database times out, and its connection is not used again', { tags: ['D10'] }, async () => {
  await using db = await testDatabase()
  const log = createLog({ level: 'silent' })
  const impatient = openDb({ connectionString: db.connectionString, log, maxConnections: 1, silenceMs: 500 })
  const pidOf = () =>
    impatient.readAs<{ pid: number }>({ role: 'anon' }, { text: 'select pg_backend_pid() as pid', params: [] })
  const pid = (await pidOf())[0]?.pid ?? 0
  process.kill(pid, 'SIGSTOP')
  try {
    await expect(pidOf()).rejects.toThrow('Query read timeout')
    expect((await pidOf())[0]?.pid).not.toBe(pid)
  } finally {
    process.kill(pid, 'SIGCONT')
    await impatient.close()
  }
})

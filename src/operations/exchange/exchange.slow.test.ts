import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config'
import { withoutGuards } from '#platform/backup/backup-tables.ts'
import { connectForCopy } from '#platform/backup/database-snapshot.ts'
import { openDb } from '#platform/database/db.ts'
import { migrate } from '#platform/database/migrate.ts'
import { ImportRefused } from '#platform/exchange/import-project.ts'
import { createLog } from '#platform/log.ts'
import { openFileStore } from '#platform/storage/files/open-file-store.ts'
import { startAccountsApi, testSecret } from '#tests/fixtures/accounts-api.ts'
import { emptyDatabase } from '#tests/fixtures/database.ts'
import { type HostedProject, hostedPassword, hostedProject } from '#tests/fixtures/hosted-project.ts'
import { bombs } from '#tests/fixtures/hostile-pictures.ts'
import { rows } from '#tests/fixtures/rows.ts'
import { authenticatorApp } from '#tests/fixtures/second-factors.ts'
import { exportShop } from './export-shop.ts'
import { importShop } from './import-shop.ts'

const log = createLog({ level: 'error' })
const quiet = () => undefined

let dir: string
let project: HostedProject
let shop: Awaited<ReturnType<typeof emptyShop>>
let report: Awaited<ReturnType<typeof importShop>>

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'exchange-'))
  project = await hostedProject(join(dir, 'hosted'))
  shop = await emptyShop()
  report = await importShop(shop, { folder: project.folder, leavesOut: false }, quiet)
}, 300_000)
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
  await rm(dir, { recursive: true, force: true })
})

/** A place where no shop was started yet. */
async function emptyShop(secret = testSecret) {
  const database = await emptyDatabase()
  const dataDir = join(dir, crypto.randomUUID())
  const { connectionString } = database
  const config = readConfig({ DATABASE_URL: connectionString, DATA_DIR: dataDir, JWT_SECRET: secret })
  const db = openDb({ connectionString, log, maxConnections: 4 })
  return {
    config,
    log,
    connectionString,
    db,
    files: openFileStore({ dataDir, config, log }),
    async [Symbol.asyncDispose]() {
      await db.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

function read<Row>(from: { db: typeof shop.db }, query: string): Promise<Row[]> {
  return from.db.asService(async (tx) => (await sql<Row>`${sql.raw(query)}`.execute(tx)).rows)
}

/** Every row as text, by table, but for what an exchange leaves behind or makes anew. */
async function contents(from: { db: typeof shop.db }) {
  const tables = await read<{ name: string; columns: string }>(
    from,
    `select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where relkind = 'r' and nspname in ('auth', 'storage', 'public', 'private') and not attisdropped
       and (c.oid::regclass::text, attname) not in (('auth.mfa_factors', 'secret'), ('auth.mfa_factors', 'last_used_step'),
         ('storage.buckets', 'created_at'), ('storage.buckets', 'updated_at'))
     group by c.oid order by 1`,
  )
  const left = [
    'auth.sessions',
    'auth.refresh_tokens',
    'auth.mfa_amr_claims',
    'auth.mfa_challenges',
    'private.known_devices',
    'private.sign_in_failures',
    'private.signing_keys',
    'private.leaky_buckets',
    'private.signup_counts',
  ]
  const found: Record<string, string[]> = {}
  for (const { name, columns } of tables) {
    if (left.includes(name)) continue
    const texts = await read<{ text: string }>(
      from,
      `select (t)::text as text from (select ${columns} from ${name}) t order by 1`,
    )
    found[name] = texts.map(({ text }) => text)
  }
  return found
}

/** Forced row-level security and triggers, by table. */
function guards(from: { db: typeof shop.db }) {
  return read(
    from,
    `select c.oid::regclass::text as name, relrowsecurity, relforcerowsecurity,
       array(select tgname || tgenabled::text from pg_trigger where tgrelid = c.oid and not tgisinternal order by 1) as triggers
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and nspname in ('auth', 'storage', 'public', 'private') order by 1`,
  )
}

function apiOf(of: typeof shop) {
  return startAccountsApi({
    db: {
      ...of.db,
      ...rows(of.db),
      connectionString: of.connectionString,
      [Symbol.asyncDispose]: async () => undefined,
    },
  })
}

const person = (kind: string, hasTotp = false) => {
  const found = project.people.find((each) => each.kind === kind && (each.totp !== null) === hasTotp)
  if (!found) throw new Error(`no ${kind}`)
  return found
}

test('everything of a hosted project comes, and the report names what does not', async () => {
  const came = Object.fromEntries(report.tables.map(({ name, came: number }) => [name, number]))
  expect(came).toMatchObject({
    'auth.users': 2_000,
    'public.products': 24,
    'public.pre_orders': 300,
    'public.email_signups': 500,
  })
  expect(report).toMatchObject({ files: 13, leftOutRows: [], notes: [] })
  expect(report.leftOutTables).toEqual([
    { name: 'auth.sessions', rows: 30, why: expect.stringContaining('sign in again') },
    { name: 'public.wishes', rows: 1, why: 'this shop has no such table' },
  ])
  expect(report.leftOutColumns).toContainEqual({ table: 'public.products', column: 'stock_note', values: 1 })
})

test('imported users sign in over HTTP with the password; a banned or deleted one does not', async () => {
  await using api = await apiOf(shop)
  const signIn = (who: { email: string } | { phone: string }) =>
    api.client().auth.signInWithPassword({ ...who, password: hostedPassword })
  const { data, error } = await signIn({ email: person('confirmed').email ?? '' })
  expect([error, data.user?.id]).toEqual([null, person('confirmed').id])
  // The account is there; this shop has no sign-in by telephone.
  const byPhone = await signIn({ phone: person('phone').phone ?? '' })
  expect(byPhone.error).toMatchObject({ code: 'phone_provider_disabled' })
  expect((await signIn({ email: person('banned').email ?? '' })).error).toMatchObject({ code: 'user_banned' })
  expect((await signIn({ email: person('deleted').email ?? '' })).error).toMatchObject({ code: 'invalid_credentials' })
  expect((await signIn({ email: person('google').email ?? '' })).error).toMatchObject({ code: 'invalid_credentials' })
})

test('an imported authenticator app is encrypted here, and its codes are accepted', async () => {
  const { email, totp } = person('confirmed', true)
  const stored = await read<{ secret: string }>(shop, 'select secret from auth.mfa_factors')
  expect(stored.length).toBe(project.people.filter((each) => each.totp).length)
  expect(stored.every(({ secret }) => secret.startsWith('v1.'))).toBe(true)
  await using api = await apiOf(shop)
  const client = api.client()
  await client.auth.signInWithPassword({ email: email ?? '', password: hostedPassword })
  const { data } = await client.auth.mfa.listFactors()
  const factorId = data?.totp[0]?.id ?? ''
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: authenticatorApp(totp ?? '').code() })
  expect(error).toBeNull()
})

test('orders are equal, belong to their accounts, and cause no e-mail', async () => {
  const countries: Record<string, string> = { 'United Kingdom': 'GB', GB: 'GB', uk: 'GB', France: 'FR', us: 'US' }
  const stored = await read<Record<string, string>>(
    shop,
    `select order_number, customer_email, final_amount::text, shipping_country from public.pre_orders order by created_at, order_number`,
  )
  const expected = project.orders.map((order) => ({
    ...order,
    shipping_country: countries[order.shipping_country] ?? '',
  }))
  const byNumber = (one: Record<string, string>, other: Record<string, string>) =>
    (one.order_number ?? '').localeCompare(other.order_number ?? '')
  expect(stored.sort(byNumber)).toEqual(expected.sort(byNumber))
  const owned = await read<{ right: boolean }>(
    shop,
    `select coalesce(o.user_id = u.id, u.id is null) as right from public.pre_orders o
       left join auth.users u on lower(u.email) = lower(o.customer_email)`,
  )
  expect(owned.every(({ right }) => right)).toBe(true)
  expect(await read(shop, 'select from private.outbox')).toHaveLength(0)
  expect(await read(shop, `select from public.pre_orders where provider_state in ('creating', 'open')`)).toHaveLength(0)
})

test('sign-ups keep their consent in lower case, and the counts are theirs', async () => {
  const emails = await read<{ email: string }>(
    shop,
    'select email from public.email_signups where confirmed_at is not null order by 1',
  )
  expect(emails.map(({ email }) => email)).toEqual(project.signUps.map((email) => email.trim().toLowerCase()).sort())
  expect(await read(shop, 'select sum(subscribed)::int as subscribed from private.signup_counts')).toEqual([
    { subscribed: 500 },
  ])
  expect(await read(shop, `select from private.consent_log where event = 'imported'`)).toHaveLength(500)
})

test('pictures have the bytes they had, and products show them without the project’s address', async () => {
  const objects = await read<{ id: string; version: string; name: string; picture: { width: number } | null }>(
    shop,
    'select id, version, name, picture from storage.objects',
  )
  expect(objects).toHaveLength(13)
  for (const { id, version, name } of objects)
    expect(await shop.files.read(`objects/${id}/${version}`)).toEqual(
      project.pictures.get(name) ?? Buffer.from('sizes'),
    )
  const products = await read<{ image_url: string; pictures: { url: string; width: number; blur: string }[] }>(
    shop,
    'select image_url, pictures from public.products where image_url is not null',
  )
  for (const { image_url: url, pictures } of products) {
    expect(url).toMatch(/^\/storage\/v1\/object\/public\/product-images\/[0-9a-f-]+\.jpg$/)
    expect(pictures).toEqual([
      { url, width: expect.any(Number), height: 80, blur: expect.stringMatching(/^#[\da-f]{6},#[\da-f]{6}$/) },
    ])
  }
})

test('the guards of the database are those of a new one', async () => {
  await using fresh = await emptyShop()
  await migrate(fresh.connectionString, resolve('db/migrations'))
  expect(await guards(shop)).toEqual(await guards(fresh))
})

test('an export is imported into a second empty shop row by row and file by file, under another secret', async () => {
  const to = join(dir, 'export')
  const exported = await exportShop(shop, to, quiet)
  expect(exported).toMatchObject({ files: 13, missing: [], unreadableSecrets: 0 })
  expect([(await stat(to)).mode & 0o777, (await stat(join(to, 'data.sql'))).mode & 0o777]).toEqual([0o700, 0o600])
  await using second = await emptyShop('another secret of the tests, long enough to be one')
  const again = await importShop(second, { folder: to, leavesOut: false }, quiet)
  expect(again).toMatchObject({ leftOutRows: [], leftOutColumns: [], files: 13 })
  const [expected, actual] = [await contents(shop), await contents(second)]
  expect(Object.keys(actual)).toEqual(Object.keys(expected))
  for (const [name, texts] of Object.entries(expected)) expect(actual[name], name).toEqual(texts)
  for (const { id, version } of await read<{ id: string; version: string }>(
    shop,
    'select id, version from storage.objects',
  ))
    expect(await second.files.read(`objects/${id}/${version}`)).toEqual(
      await shop.files.read(`objects/${id}/${version}`),
    )
})

test('an export of a version that said payment_state keeps the state of each payment', async () => {
  const to = join(dir, 'of-a-former-version')
  await exportShop(shop, to, quiet)
  const path = join(to, 'data.sql')
  const statements = (await readFile(path, 'utf8'))
    .replaceAll('"payment_state"', '"not_there"')
    .replaceAll('"provider_state"', '"payment_state"')
    .replace(`'expired'`, `'refunded'`)
  // Before 0067 the search had tables.
  const search = `INSERT INTO "private"."search_vocabulary" ("word") VALUES ('linen');\n`
  await writeFile(path, `${search}${statements}`)
  await using second = await emptyShop()
  const { leftOutColumns, leftOutTables } = await importShop(second, { folder: to, leavesOut: false }, quiet)
  expect(leftOutColumns).toEqual([])
  expect(leftOutTables).toContainEqual({
    name: 'private.search_vocabulary',
    rows: 1,
    why: 'garments are searched without it',
  })
  const states = 'select provider_state as state, count(*)::int from public.pre_orders group by 1 order by 1'
  expect(await read(second, states)).toEqual([
    { state: 'expired', count: 299 },
    { state: 'refunded', count: 1 },
  ])
})

test('PostgreSQL itself reads an export into a project that has the migrations', async () => {
  const to = join(dir, 'for-psql')
  await exportShop(shop, to, quiet)
  await using target = await emptyShop()
  await migrate(target.connectionString, resolve('db/migrations'))
  const client = await connectForCopy(target.connectionString, 'psql')
  const statements = await readFile(join(to, 'data.sql'), 'utf8')
  const tables = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and nspname in ('auth', 'storage', 'public', 'private')`,
  )
  await client.query('begin')
  // A hosted project's login may set it; a test's login is none of that kind, and turns the same triggers off.
  await withoutGuards(
    client,
    tables.rows.map(({ name }) => name),
    () => client.query(statements.replace('SET session_replication_role = replica;', '').replace('RESET ALL;', '')),
  )
  await client.query('commit')
  await client.end()
  const [expected, actual] = [await contents(shop), await contents(target)]
  for (const name of ['auth.users', 'auth.identities', 'products', 'pre_orders', 'email_signups'])
    expect(actual[name], name).toEqual(expected[name])
  const counts = 'select sum(subscribed)::int as subscribed from private.signup_counts'
  expect(await read(target, counts)).toEqual(await read(shop, counts))
})

test('COPY blocks are read as INSERT statements are', async () => {
  const copied = await hostedProject(join(dir, 'copied'), { users: 90, form: 'copy' })
  await using second = await emptyShop()
  const { tables, leftOutRows } = await importShop(second, { folder: copied.folder, leavesOut: false }, quiet)
  expect(leftOutRows).toEqual([])
  expect(tables).toContainEqual({ name: 'auth.users', rows: 90, came: 90 })
  const names = await read<{ name: string }>(
    second,
    `select raw_user_meta_data ->> 'name' as name from auth.users where raw_user_meta_data ? 'name'`,
  )
  expect(new Set(names.map(({ name }) => name))).toContain('back\\slash')
})

test('rows and files that cannot come stop the import with their reasons, and nothing stays; --leave-out imports the rest', async () => {
  const damaged = await hostedProject(join(dir, 'damaged'), { users: 20 })
  const { 'a PNG of 100 megapixels': oversized = '' } = await bombs()
  const [picture = '', large = ''] = [...damaged.pictures.keys()]
  const path = join(damaged.folder, 'data.sql')
  const text = await readFile(path, 'utf8')
  const spoilt = text.replace(`'garment-7'`, `'Garment 7!'`).replace(`'reader-5@example.com'`, `'no address'`)
  const nameOfRoute = `INSERT INTO "storage"."buckets" ("id", "name") VALUES ('sign', 'sign');\n`
  await writeFile(path, `${spoilt}\n${nameOfRoute}`)
  await writeFile(join(damaged.folder, 'storage/product-images', picture), 'no picture')
  await writeFile(join(damaged.folder, 'storage/product-images', large), oversized)
  await rm(join(damaged.folder, 'storage/papers/guides/sizes.txt'))
  await using second = await emptyShop()
  const refused = importShop(second, { folder: damaged.folder, leavesOut: false }, quiet)
  await expect(refused).rejects.toThrow(ImportRefused)
  const { report: why } = await refused.then(
    () => {
      throw new Error('imported')
    },
    (error: ImportRefused) => error,
  )
  const reasons = why.leftOutRows.map((row) => `${row.table}: ${row.why}`)
  expect(reasons).toEqual(
    [
      'public.products: its values break the rule products_slug_format',
      'public.email_signups: its values break the rule email_signups_email_check',
      'storage.buckets: its values break the rule buckets_id_is_no_route',
      'storage.objects: it is not a complete JPEG, PNG, WebP or AVIF picture',
      'storage.objects: it has more than 40 megapixels',
      'storage.objects: its file is not in the folder',
    ].sort((one, other) => reasons.indexOf(one) - reasons.indexOf(other)),
  )
  expect(await read(second, 'select from auth.users')).toHaveLength(0)
  for await (const { name } of second.files.list('objects/')) throw new Error(`${name} stayed`)

  const rest = await importShop(second, { folder: damaged.folder, leavesOut: true }, quiet)
  expect(rest.leftOutRows).toHaveLength(6)
  expect(rest.tables).toContainEqual({ name: 'public.products', rows: 24, came: 23 })
  await expect(importShop(second, { folder: damaged.folder, leavesOut: true }, quiet)).rejects.toThrow('not empty')
})

test('files that Windows and macOS make are passed over by name, unless the project has one of that name', async () => {
  const copy = await hostedProject(join(dir, 'copied'), { users: 5 })
  const [picture = ''] = [...copy.pictures.keys()]
  const storage = join(copy.folder, 'storage')
  const made = [
    '.DS_Store',
    'product-images/.DS_Store',
    'product-images/Thumbs.db',
    'papers/DESKTOP.INI',
    `product-images/._${picture}`,
    `__MACOSX/product-images/._${picture}`,
  ]
  for (const place of made) {
    await mkdir(dirname(join(storage, place)), { recursive: true })
    await writeFile(join(storage, place), 'x')
  }
  await using second = await emptyShop()
  const { notes, leftOutRows } = await importShop(second, { folder: copy.folder, leavesOut: false }, quiet)
  expect(leftOutRows).toEqual([])
  for (const place of made)
    expect(notes).toContainEqual(expect.stringMatching(new RegExp(`: storage/${place.replaceAll('.', '\\.')}$`)))
  const names = await read<{ name: string }>(second, 'select name from storage.objects')
  expect(names.filter(({ name }) => /DS_Store|Thumbs|DESKTOP|\._/.test(name))).toEqual([])
})

test('an imported address is the one that sign-in looks for, and two spellings of one are named', async () => {
  const path = join(dir, 'addresses', 'data.sql')
  await mkdir(dirname(path), { recursive: true })
  const ids = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const users = ['Mixed.Case@Example.COM', ' spaced@example.com ', 'idn@münchen.example', 'no address']
  const user = (id = '', email = '') => `INSERT INTO auth.users (id, email) VALUES ('${id}', '${email}');\n`
  const identity = `INSERT INTO auth.identities (provider_id, user_id, provider, identity_data)
    VALUES ('${ids[0]}', '${ids[0]}', 'email', '{"sub": "${ids[0]}", "email": "Mixed.Case@Example.COM"}');\n`
  const signUp = `INSERT INTO public.email_signups (email, created_at) VALUES (' Idn@MÜNCHEN.example', '2026-01-01');\n`
  const rows = users.map((email, index) => user(ids[index], email)).join('')
  await writeFile(path, `${rows}${identity}${signUp}RESET ALL;\n`)
  await using second = await emptyShop()
  const { notes } = await importShop(second, { folder: dirname(path), leavesOut: false }, quiet)
  expect(
    (await read<{ email: string }>(second, 'select email from auth.users order by email')).map(({ email }) => email),
  ).toEqual(['idn@xn--mnchen-3ya.example', 'mixed.case@example.com', 'no address', 'spaced@example.com'])
  expect(await read(second, `select identity_data ->> 'email' as email from auth.identities`)).toEqual([
    { email: 'mixed.case@example.com' },
  ])
  expect(await read(second, 'select email from public.email_signups')).toEqual([
    { email: 'idn@xn--mnchen-3ya.example' },
  ])
  expect(notes).toContainEqual(expect.stringMatching(/^Users whose address was written as sign-in reads it.*: 3\.$/))
  expect(notes).toContainEqual(
    expect.stringContaining(`no e-mail address, so they cannot sign in or get e-mail: ${ids[3]}`),
  )

  await writeFile(path, `${user(ids[0], 'one@example.com')}${user(ids[1], 'ONE@example.com ')}RESET ALL;\n`)
  await using third = await emptyShop()
  const refused = importShop(third, { folder: dirname(path), leavesOut: false }, quiet)
  await expect(refused).rejects.toThrow(
    `auth.users ${ids[1]}: another row has the same values: Key (lower(email::text))=(one@example.com)`,
  )
})

import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { firstKinds } from '#features/settings/kinds.ts'
import { pictureBuckets } from '#operations/picture-uses.ts'
import { formatCsv } from '#platform/csv.ts'
import type { Network } from '#platform/fetch-public.ts'
import type { Env } from '#platform/http/env.ts'
import { createQueue, type Queue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { diskStore } from '#platform/storage/files/disk-store.ts'
import type { TestDatabase } from '#tests/fixtures/database.ts'
import { fetchFunction } from '#tests/fixtures/fetch-function.ts'
import { plainPicture } from '#tests/fixtures/pictures.ts'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'
import { fetchPictures, listUnfetched } from './fetch-pictures.ts'
import { moveInApi } from './move-in.api.ts'

/** The owner's import of garments, with pictures from a server behind a public name. */
let api: ShopApi
let queue: Queue
let token: string
let userId: string
let dataDir: string
const log = createLog({ level: 'silent' })
/** What the other shop answers, by path; a path without an entry is 404. */
const answers = new Map<string, Buffer | number>()
const asked: string[] = []
const shopify = createServer((request, response) => {
  const path = request.url ?? ''
  asked.push(path)
  const answer = answers.get(path) ?? 404
  if (typeof answer === 'number') response.writeHead(answer).end()
  else response.writeHead(200, { 'content-type': 'image/jpeg' }).end(answer)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => shopify.listen(0, '127.0.0.1', resolve))
  dataDir = await mkdtemp(join(tmpdir(), 'move-in-'))
  const routes = ({ connectionString }: TestDatabase) => {
    queue = createQueue({ connectionString, log, working: false })
    return (app: Hono<Env>) =>
      app.route('/functions/v1', moveInApi({ queue, siteUrl: 'http://cdn.example', kinds: () => firstKinds }))
  }
  api = await startShopApi({ rateLimits: false, routes })
  await queue.start()
  const admin = await api.db.user({ admin: true })
  userId = admin.id
  token = await api.token(admin.claims)
})
afterAll(async () => {
  await queue.stop()
  await api[Symbol.asyncDispose]()
  shopify.close()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  answers.clear()
  asked.length = 0
  await api.db.asService(async (tx) => {
    await sql`delete from public.products`.execute(tx)
    await sql`delete from private.listing_imports`.execute(tx)
  })
})

async function ask(path: string, body?: object) {
  const response = await fetchFunction(api, { path, token, body })
  return { status: response.status, body: await response.json() }
}

const network: Network = {
  resolve: async (host) => (host === 'inside.example' ? ['10.0.0.7'] : ['93.184.215.14']),
  connectTo: () => ({ address: '127.0.0.1', port: (shopify.address() as AddressInfo).port }),
}
const fetching = () =>
  fetchPictures({
    ...{ db: api.db, queue, log, network, pictureBuckets, files: diskStore(join(dataDir, 'storage')) },
    stopping: new AbortController().signal,
  })
const countBlocked = async () => {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db.owner)
  return rows.length
}
const products = () => api.db.asService((tx) => tx.selectFrom('products').selectAll().orderBy('slug').execute())

const head = ['Title', 'URL handle', 'Option1 name', 'Option1 value', 'Price', 'Product image URL', 'Image alt text']
const row = (title: string, { handle = title.toLowerCase().replaceAll(' ', '-'), picture = '', alt = '' } = {}) => [
  ...[title, handle, 'Size', '8-10', '89', picture, alt],
]
const csvOf = (...rows: string[][]) => formatCsv([head, ...rows])
const at = (path: string) => `http://cdn.example${path}`
async function imported(...rows: string[][]): Promise<string> {
  const made = await ask('import-listings', { csv: csvOf(...rows) })
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 200 })
  return made.body.id
}
const importOf = async (id: string) =>
  (await ask('listing-imports')).body.imports.find((one: { id: string }) => one.id === id)

test('a preview makes nothing; the import makes hidden garments, and the same file again makes none', async () => {
  await api.db.product({ slug: 'ruth-skirt', name: 'My own Ruth' })
  const csv = csvOf(row('Mary Dress'), row('Ruth Skirt'), ['', '', '', '', '', '', ''], row('Anna Coat').with(4, 'x'))
  const preview = await ask('preview-listings', { csv })
  expect(preview.body).toMatchObject({
    format: 'shopify',
    fresh: [{ row: 2, name: 'Mary Dress', slug: 'mary-dress', price: 89, sizes: ['8-10'], pictures: 0, notes: [] }],
    here: [{ row: 3, slug: 'ruth-skirt' }],
    left_out: [{ row: 5, value: 'Anna Coat', why: '“x” is no price.' }],
  })
  expect(await products()).toHaveLength(1)
  const made = await ask('import-listings', { csv })
  expect(made.status).toBe(200)
  expect((await products()).map(({ slug, name, active }) => ({ slug, name, active }))).toEqual([
    { slug: 'mary-dress', name: 'Mary Dress', active: false },
    { slug: 'ruth-skirt', name: 'My own Ruth', active: true },
  ])
  expect(await ask('import-listings', { csv })).toMatchObject({ status: 400 })
  expect(await products()).toHaveLength(2)
  expect(await importOf(made.body.id)).toMatchObject({ made: 1, left: 1, untouched: 1, format: 'shopify' })
})

test('a garment that was renamed since is found by what the other shop calls it', async () => {
  await imported(row('Mary Dress'))
  await api.db.asService((tx) => tx.updateTable('products').set({ slug: 'mary', name: 'Mary' }).execute())
  const preview = await ask('preview-listings', { csv: csvOf(row('Mary Dress'), row('Ruth Skirt')) })
  expect(preview.body.here).toMatchObject([{ name: 'Mary Dress' }])
  await imported(row('Mary Dress'), row('Ruth Skirt'))
  expect((await products()).map(({ slug }) => slug)).toEqual(['mary', 'ruth-skirt'])
})

test('two imports of one file at once make its garments once', async () => {
  const csv = csvOf(...Array.from({ length: 20 }, (_, at) => row(`Dress ${at}`)))
  const both = await Promise.all([ask('import-listings', { csv }), ask('import-listings', { csv })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await products()).toHaveLength(20)
})

test('pictures are fetched, stored like uploads and added in their order; what fails is shown, and tried again by a press', async () => {
  answers.set('/1.jpg', await plainPicture('jpeg', { width: 30, height: 40 }))
  answers.set('/3.png', await plainPicture('png', { width: 50, height: 60 }))
  answers.set('/text', Buffer.from('<svg>no picture</svg>'))
  const more = (path: string) => ['', 'mary-dress', '', '', '', at(path), '']
  const id = await imported(
    row('Mary Dress', { picture: at('/1.jpg'), alt: 'In green' }),
    ...[more('/2.jpg'), more('/3.png'), more('/text'), ['', 'mary-dress', '', '', '', 'http://inside.example/4', '']],
  )
  const [before] = await products()
  await Promise.all([fetching()(before?.id ?? ''), fetching()(before?.id ?? '')])
  const [mary] = await products()
  expect(mary?.pictures).toMatchObject([
    { alt: 'In green', width: 30, height: 40 },
    { width: 50, height: 60 },
  ])
  expect(asked.toSorted()).toEqual(['/1.jpg', '/2.jpg', '/3.png', '/text'])
  expect(await importOf(id)).toMatchObject({
    ...{ untouched: 1, pictures: { waiting: 0, stored: 2, failed: 3 } },
    failed: [
      { garment: 'Mary Dress', address: at('/2.jpg'), problem: 'not_found' },
      { address: at('/text'), problem: 'no_picture' },
      { address: 'http://inside.example/4', problem: 'address_private' },
    ],
  })
  answers.set('/2.jpg', await plainPicture('webp', { width: 70, height: 80 }))
  expect((await ask('retry-listing-pictures', { id })).body).toEqual({ pictures: 3 })
  await fetching()(mary?.id ?? '')
  const [again] = await products()
  expect(again?.pictures).toMatchObject([{ width: 30 }, { width: 70 }, { width: 50 }])
  expect(await importOf(id)).toMatchObject({ untouched: 1, pictures: { stored: 3, failed: 2 } })
})

test('of two runs that add a picture at once, the second counts the picture of the first', async () => {
  answers.set('/1.jpg', await plainPicture('jpeg', { width: 30, height: 40 }))
  answers.set('/2.png', await plainPicture('png', { width: 50, height: 60 }))
  await imported(row('Mary Dress', { picture: at('/1.jpg') }), ['', 'mary-dress', '', '', '', at('/2.png'), ''])
  const [before] = await products()
  const id = before?.id ?? ''
  const blocked = (count: number) => expect.poll(countBlocked, { interval: 10, timeout: 10_000 }).toBe(count)
  const runs = await api.db.asService(async (tx) => {
    await sql`select from public.products where id = ${id} for update`.execute(tx)
    const first = fetching()(id)
    await blocked(1)
    const second = fetching()(id)
    await blocked(2)
    return [first, second]
  })
  await Promise.all(runs)
  const [mary] = await products()
  expect(mary?.pictures).toMatchObject([{ width: 30 }, { width: 50 }])
})

test('a problem that may pass is tried three times, by the sweep', async () => {
  answers.set('/busy', 503)
  const id = await imported(row('Mary Dress', { picture: at('/busy') }))
  const due = () => api.db.asService((tx) => sql`update private.imported_pictures set try_at = now()`.execute(tx))
  for (const waiting of [1, 1, 0]) {
    const [productId] = await api.db.asService(listUnfetched)
    await fetching()(productId ?? '')
    expect(await api.db.asService(listUnfetched)).toEqual([])
    expect((await importOf(id)).pictures).toMatchObject({ waiting, failed: 1 - waiting })
    await due()
  }
  expect(await api.db.asService(listUnfetched)).toEqual([])
  expect((await importOf(id)).failed).toMatchObject([{ problem: 'unreachable' }])
})

test('an undo removes what is hidden and unchanged, and a later import makes it again', async () => {
  answers.set('/1.jpg', await plainPicture())
  const rows = [row('Mary Dress', { picture: at('/1.jpg') }), row('Ruth Skirt'), row('Anna Coat')]
  const id = await imported(...rows)
  for (const { id } of await products()) await fetching()(id)
  await api.db.asService(async (tx) => {
    await tx.updateTable('products').set({ care: 'Cold wash' }).where('slug', '=', 'ruth-skirt').execute()
    await tx.updateTable('products').set({ active: true }).where('slug', '=', 'anna-coat').execute()
  })
  expect(await importOf(id)).toMatchObject({ made: 3, left: 3, untouched: 1 })
  expect((await ask('undo-listings', { id })).body).toEqual({ removed: 1, kept: 2 })
  expect((await products()).map(({ slug }) => slug)).toEqual(['anna-coat', 'ruth-skirt'])
  await imported(...rows)
  expect((await products()).map(({ slug }) => slug)).toEqual(['anna-coat', 'mary-dress', 'ruth-skirt'])
})

test('an import of which nothing is left is forgotten; undone twice it is not found', async () => {
  const id = await imported(row('Mary Dress'))
  expect((await ask('undo-listings', { id })).body).toEqual({ removed: 1, kept: 0 })
  expect(await ask('undo-listings', { id })).toMatchObject({ status: 404 })
  expect((await ask('listing-imports')).body).toEqual({ imports: [] })
})

test('a picture that arrives after a change by hand is added, and the garment still counts as changed', async () => {
  answers.set('/1.jpg', await plainPicture())
  const id = await imported(row('Mary Dress', { picture: at('/1.jpg') }))
  const [mary] = await products()
  await api.db.asService((tx) => tx.updateTable('products').set({ care: 'Cold wash' }).execute())
  await fetching()(mary?.id ?? '')
  expect(await products()).toMatchObject([{ care: 'Cold wash', pictures: [{ width: 60 }] }])
  expect(await importOf(id)).toMatchObject({ untouched: 0 })
})

test('a garment that got twenty pictures by hand meanwhile keeps them all', async () => {
  answers.set('/1.jpg', await plainPicture())
  const id = await imported(row('Mary Dress', { picture: at('/1.jpg') }))
  const names = Array.from({ length: 20 }, (_, at) => `by-hand-${at}.jpg`)
  await api.db.asService(async (tx) => {
    await sql`insert into storage.objects (bucket_id, name, picture)
      select 'product-images', name, '{"width": 30, "height": 40}' from unnest(${names}::text[]) as name`.execute(tx)
    const pictures = JSON.stringify(names.map((name) => ({ url: `/storage/v1/object/public/product-images/${name}` })))
    await tx.updateTable('products').set({ pictures }).execute()
  })
  const [before] = await products()
  await fetching()(before?.id ?? '')
  const [mary] = await products()
  const pictures = (mary?.pictures ?? []) as { url: string }[]
  expect(pictures.map(({ url }) => url.split('/').at(-1))).toEqual(names)
  expect((await importOf(id)).pictures).toEqual({ waiting: 0, stored: 0, failed: 0 })
})

test('an import names who made it, in the audit log too', async () => {
  await imported(row('Audited Dress'))
  const { rows } = await sql<{ actor: string }>`
    select distinct actor::text as actor from private.audit_log where table_name = 'products' and action = 'insert'
      and after ->> 'slug' = 'audited-dress'`.execute(api.db.owner)
  expect(rows).toEqual([{ actor: userId }])
})

const exported = async () =>
  (
    await fetch(`${api.url}/functions/v1/export-listings`, {
      headers: { apikey: api.anonKey, authorization: `Bearer ${token}` },
    })
  ).text()

test('what goes out as Shopify’s file comes in the same, with its pictures', async () => {
  const picture = await plainPicture('jpeg', { width: 30, height: 40 })
  await api.db.asService(async (tx) => {
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) {
      await sql`insert into storage.objects (bucket_id, name, picture)
        values ('product-images', ${name}, '{"width": 30, "height": 40}') on conflict do nothing`.execute(tx)
    }
  })
  const url = (name: string) => `/storage/v1/object/public/product-images/${name}`
  const details = {
    fabric: '70% linen, 30% viscose',
    care: 'Wash cold.\nDry flat.',
    modesty_notes: 'Opaque',
    length: 'Ankle',
  }
  await api.db.product({
    ...details,
    ...{
      slug: 'mary-dress',
      name: 'Mary “Oat” Dress, long',
      description: 'A <b>dress</b> & more.\n\nCut for you:\n– in linen',
    },
    ...{ price: 89.5, sizes: ['8-10', '10-12', 'Made to measure'], colour: 'Oat', kinds: ['coat', 'dress'] },
    pictures: JSON.stringify([{ url: url('b.jpg'), alt: 'From the back' }, { url: url('a.jpg') }]),
  })
  await api.db.product({ slug: 'ruth-skirt', name: 'Ruth Skirt', price: 60, sizes: ['One size'], active: false })
  const pictures = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map((name) => ({ url: url(name), alt: name }))
  await api.db.product({
    slug: 'anna-coat',
    name: 'Anna Coat',
    price: 150,
    sizes: ['S'],
    pictures: JSON.stringify(pictures.slice(0, 3)),
  })
  const weights = () =>
    api.db.asService(async (tx) => {
      const { rows } = await sql`select p.slug, c.weight_grams, c.size_grams from public.products p
        join private.product_customs c on c.product_id = p.id order by p.slug`.execute(tx)
      return rows
    })
  await api.db.asService((tx) =>
    sql`insert into private.product_customs (product_id, weight_grams, size_grams) select id,
      case slug when 'mary-dress' then 460 else 900 end, case slug when 'mary-dress' then '{"8-10": 420}' else '{}' end::jsonb
      from public.products where slug in ('mary-dress', 'anna-coat')`.execute(tx),
  )
  const weighed = await weights()
  const before = await products()
  const csv = await exported()

  await api.db.asService((tx) => sql`delete from public.products`.execute(tx))
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) answers.set(url(name), picture)
  const preview = await ask('preview-listings', { csv })
  expect(preview.body).toMatchObject({ left_out: [], ignored: [] })
  expect(preview.body.fresh.flatMap(({ notes }: { notes: string[] }) => notes)).toEqual([])
  await ask('import-listings', { csv })
  for (const { id } of await products()) await fetching()(id)
  const compared = (rows: Awaited<ReturnType<typeof products>>) =>
    rows.map(
      ({ slug, name, description, price, sizes, colour, kinds, fabric, care, modesty_notes, length, pictures }) => ({
        ...{ slug, name, description, price, sizes, colour, kinds, fabric, care, modesty_notes, length },
        pictures: (pictures as { alt?: string; width: number }[]).map(({ alt, width }) => ({ alt, width })),
      }),
    )
  const after = await products()
  expect(compared(after)).toEqual(compared(before))
  expect(await weights()).toEqual(weighed)
  expect(after.every(({ active }) => !active)).toBe(true)
})

test('addresses of the former shop lead to public garments alone', async () => {
  await imported(row('Mary Dress', { handle: 'Mary-2020' }), row('Ruth Skirt'))
  await api.db.asService((tx) =>
    tx.updateTable('products').set({ active: true, slug: 'mary' }).where('name', '=', 'Mary Dress').execute(),
  )
  // Typed here before the import, which leaves it out.
  await api.db.product({ slug: 'anna-coat', name: 'Anna Coat' })
  await api.db.product({ slug: 'mary-2020', name: 'Another Mary' })
  expect((await ask('preview-listings', { csv: csvOf(row('Anna Coat')) })).body.here).toHaveLength(1)
  expect((await ask('old-addresses')).body).toEqual({
    garments: { 'mary-2020': 'mary', mary: 'mary', 'anna-coat': 'anna-coat' },
  })
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movedSlugsApi } from '#features/seo/moved/moved-slugs.api.ts'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'
import { readWaitlistFacts } from '../../waitlist/waitlist-queries.ts'
import { productsApi } from './products.api.ts'

let api: ShopApi
let admin: { id: string; token: string }

beforeAll(async () => {
  api = await startShopApi({
    rateLimits: false,
    routes: () => (app) => {
      app.route('/functions/v1', productsApi({ rehearsal: () => null }))
      app.route('/functions/v1', movedSlugsApi())
    },
  })
  const { id } = await api.db.user({ admin: true })
  admin = { id, token: await api.token({ role: 'authenticated', sub: id, aal: 'aal1' }) }
})
afterAll(() => api[Symbol.asyncDispose]())

const picture = (name: string) => `/storage/v1/object/public/product-images/${name}`

test('a picture of a product has one of five views, and a woman who wears it has a name, a height and a size', async () => {
  await storePicture('worn.jpg')
  const wearer = { name: 'Ruth', heightCm: 168, size: '12-14' }
  const save = (words: object) =>
    api.db.product({ pictures: JSON.stringify([{ url: picture('worn.jpg'), alt: '', ...words }]) })
  const { pictures } = await save({ view: 'close', wearer, more: 'left out' })
  expect(pictures).toEqual([expect.objectContaining({ view: 'close', wearer })])
  expect(pictures).not.toEqual([expect.objectContaining({ more: 'left out' })])
  expect((await save({ view: null, wearer: null })).pictures).not.toEqual([expect.objectContaining({ wearer: null })])
  for (const wrong of [
    { view: 'side' },
    { view: 1 },
    { wearer: 'Ruth' },
    { wearer: { ...wearer, name: '' } },
    { wearer: { ...wearer, heightCm: '168' } },
    { wearer: { ...wearer, heightCm: 139 } },
    { wearer: { name: 'Ruth', heightCm: 168 } },
    { wearer: { ...wearer, size: 12 } },
  ]) {
    await expect(save(wrong), JSON.stringify(wrong)).rejects.toMatchObject({ code: '23514' })
  }
})

test('a deleted product is restored with all of its data, and is inactive', async () => {
  await storePicture('front.jpg')
  await storePicture('back.jpg')
  const pictures = [
    { url: picture('front.jpg'), alt: 'Front', view: 'moving', wearer: { name: 'Ruth', heightCm: 168, size: '12-14' } },
    { url: picture('back.jpg'), alt: 'Back' },
  ]
  const before = await api.db.product({
    name: 'Dinah Cape',
    slug: 'dinah-cape',
    price: 120,
    description: 'Warm.',
    pictures: JSON.stringify(pictures),
    is_preorder: true,
    preorder_end_date: '2030-05-05T10:00:00Z',
    preorder_limit: 7,
    fabric: '100% wool',
    created_at: '2025-01-02T03:04:05Z',
  })
  await deleteProduct(before.id)
  const { data } = await api.client(admin.token).from('products').select('id').eq('id', before.id)
  expect(data).toEqual([])

  const listed = await list('q=dinah')
  expect(listed).toMatchObject({
    total: 1,
    rows: [{ id: before.id, name: 'Dinah Cape', slug: 'dinah-cape', price: 120 }],
  })
  expect(await restore({ id: before.id, slug: 'dinah-cape' })).toEqual({ status: 200, body: { lost_pictures: 0 } })
  const { version, updated_at: _, ...rest } = before
  const after = await productRow(before.id)
  // No end of its pre-order is shown.
  expect(after).toMatchObject({ ...rest, active: false, version: version + 1, preorder_end_held: false })
  expect(await list('q=dinah')).toEqual({ rows: [], total: 0 })
  expect(await restore({ id: before.id, slug: 'dinah-cape' })).toMatchObject({ status: 404 })
  const entries = await api.db.asService((tx) =>
    tx
      .selectFrom('private.audit_log')
      .select(['action', 'actor'])
      .where('row_id', '=', before.id)
      .orderBy('id')
      .execute(),
  )
  expect(entries.slice(-2)).toEqual([
    { action: 'delete', actor: admin.id },
    { action: 'insert', actor: admin.id },
  ])
})

test('a slug of another product is refused with a free suggestion, and a free slug is accepted', async () => {
  const gone = await api.db.product({ slug: 'jael-coat' })
  await deleteProduct(gone.id)
  await api.db.product({ slug: 'jael-coat' })
  await api.db.product({ slug: 'jael-coat-2' })
  expect(await restore({ id: gone.id, slug: 'jael-coat' })).toEqual({
    status: 409,
    body: {
      code: 'already_exists',
      message: 'Another product already uses the address jael-coat.',
      details: { free_slug: 'jael-coat-3' },
    },
  })
  expect(await restore({ id: gone.id, slug: 'Jael Coat' })).toMatchObject({ status: 400 })
  expect(await restore({ id: gone.id, slug: 'jael-coat-3' })).toMatchObject({ status: 200 })
  expect(await productRow(gone.id)).toMatchObject({ slug: 'jael-coat-3', active: false })
})

test('of two concurrent requests to restore one product, one succeeds', async () => {
  const gone = await api.db.product()
  await deleteProduct(gone.id)
  const responses = await Promise.all([1, 2, 3].map(() => restore({ id: gone.id, slug: gone.slug })))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404])
})

test('the old slugs and the waitlist of a product are restored', async () => {
  const gone = await api.db.product({ slug: 'leah-first' })
  await change(gone.id, { slug: 'leah-second' })
  await change(gone.id, { slug: 'leah-third' })
  await api.db.asService((tx) =>
    sql`insert into private.waitlist (product_id, email, source, consent_text, confirmed_at)
      values (${gone.id}, 'leah@example.com', '/product/leah-third', 'Yes', shop_now())`.execute(tx),
  )
  await deleteProduct(gone.id)
  // Another product uses one of the old slugs meanwhile, and keeps it.
  await api.db.product({ slug: 'leah-second' })
  expect(await moved()).toEqual({})
  await restore({ id: gone.id, slug: 'leah-fourth' })
  const facts = await api.db.asService(readWaitlistFacts)
  expect(facts.absent.map(({ id }) => id)).toContain(gone.id)
  await change(gone.id, { active: true })
  expect(await moved()).toEqual({ 'leah-first': 'leah-fourth', 'leah-third': 'leah-fourth' })
  const { rows } = await api.db.asService((tx) =>
    sql<{ told: boolean }>`select notified_at is not null as told from private.waitlist
      where product_id = ${gone.id}`.execute(tx),
  )
  expect(rows).toEqual([{ told: true }])
})

test('a picture without a stored file is left out, and counted', async () => {
  await storePicture('kept.jpg')
  await storePicture('swept.jpg')
  const pictures = ['swept.jpg', 'kept.jpg'].map((name) => ({ url: picture(name), alt: '' }))
  const gone = await api.db.product({ pictures: JSON.stringify(pictures) })
  await deleteProduct(gone.id)
  await api.db.asService((tx) => sql`delete from storage.objects where name = 'swept.jpg'`.execute(tx))
  expect(await restore({ id: gone.id, slug: gone.slug })).toEqual({ status: 200, body: { lost_pictures: 1 } })
  expect(await productRow(gone.id)).toMatchObject({ image_url: picture('kept.jpg') })
})

test('the archive search takes signs literally, and accents and apostrophes do not count, latest deletion first, page by page', async () => {
  for (const name of ['50% Wool Archive', '500 Wool Archives', 'Archive Plain', 'Renée’s Keepsake']) {
    const { id } = await api.db.product({ name })
    await deleteProduct(id)
  }
  const names = async (query: string) => (await list(query)).rows.map(({ name }: { name: string }) => name)
  expect(await names('q=0% wool arch')).toEqual(['50% Wool Archive'])
  expect(await names('q=ARCHIVE')).toEqual(['Archive Plain', '500 Wool Archives', '50% Wool Archive'])
  expect(await names(`q=${encodeURIComponent("Renee's")}`)).toEqual(['Renée’s Keepsake'])
  expect(await names('q=archive&from=2')).toEqual(['50% Wool Archive'])
  expect((await ask('archived-products?from=-1', admin.token)).status).toBe(400)
})

test('only administrators read the archive or restore from it', async () => {
  const gone = await api.db.product()
  await deleteProduct(gone.id)
  const { id } = await api.db.user()
  const customer = await api.token({ role: 'authenticated', sub: id, aal: 'aal1' })
  for (const [token, status] of [
    [undefined, 401],
    [api.anonKey, 401],
    [customer, 403],
  ] as const) {
    expect((await ask('archived-products', token)).status).toBe(status)
    expect((await ask('restore-product', token, { id: gone.id, slug: gone.slug })).status).toBe(status)
  }
  expect(await productRow(gone.id)).toBeUndefined()
  expect(await restore({ id: randomUUID(), slug: 'nothing' })).toMatchObject({ status: 404 })
  expect(await restore({ id: 'all', slug: 'nothing' })).toMatchObject({ status: 400 })
})

function ask(path: string, token?: string, body?: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) }
  return fetch(
    `${api.url}/functions/v1/${path}`,
    body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
  )
}

async function list(query: string) {
  const response = await ask(`archived-products?${query}`, admin.token)
  expect(response.headers.get('cache-control')).toBe('no-store')
  return response.json()
}

async function restore(body: object) {
  const response = await ask('restore-product', admin.token, body)
  return { status: response.status, body: await response.json() }
}

/** Deletes as the back office does: over /rest/v1, as the administrator. */
async function deleteProduct(id: string): Promise<void> {
  const { error } = await api.client(admin.token).from('products').delete().eq('id', id)
  expect(error).toBeNull()
}

async function change(id: string, columns: { slug?: string; active?: boolean }): Promise<void> {
  await api.db.asService((tx) => tx.updateTable('products').set(columns).where('id', '=', id).execute())
}

function productRow(id: string) {
  return api.db.asService((tx) => tx.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst())
}

async function moved() {
  const { moved } = (await (await ask('moved-slugs')).json()) as { moved: Record<string, string> }
  return moved
}

function storePicture(name: string) {
  return api.db.asService((tx) =>
    sql`insert into storage.objects (bucket_id, name, version, picture)
      values ('product-images', ${name}, ${randomUUID()}, '{"width": 30, "height": 40}')`.execute(tx),
  )
}

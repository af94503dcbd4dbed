import type { Hono } from 'hono'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Env } from '#platform/http/env.ts'
import { sampleFilling } from '#tests/fixtures/documents.ts'
import { fetchFunction } from '#tests/fixtures/fetch-function.ts'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'
import { about } from '../../../../db/catalogue/documents/about.ts'
import { footer } from '../../../../db/catalogue/documents/fixed.ts'
import type { Document } from './document.ts'
import { documentsApi } from './documents.api.ts'
import { addShippedDocuments } from './edit-documents.ts'
import { linksOf } from './law.ts'
import { createPreviewTokens } from './preview-tokens.ts'
import { nextPublication, readDocuments, readPreview, shownVersion } from './read-documents.ts'
import { fillDocument, plainText } from './show-document.ts'

/** The owner's side of pages: drafts, versions, own pages. */
let api: ShopApi
let token: string
const now = () => new Date()
const previews = createPreviewTokens('a secret', now)

beforeAll(async () => {
  const facts = () => sampleFilling().facts
  const routes = () => (app: Hono<Env>) => app.route('/functions/v1', documentsApi({ facts, previews }))
  api = await startShopApi({ rateLimits: false, routes })
  token = await api.token((await api.db.user({ admin: true })).claims)
  await api.db.asService(addShippedDocuments)
})
afterAll(() => api[Symbol.asyncDispose]())

beforeEach(() =>
  api.db.asService(async (tx) => {
    await sql`delete from private.documents`.execute(tx)
    await addShippedDocuments(tx)
  }),
)

async function ask(path: string, body?: object) {
  const response = await fetchFunction(api, { path, token, body })
  return { status: response.status, body: await response.json() }
}

const named = (name: string, ...blocks: Document['blocks']): Document => ({
  ...about,
  name,
  blocks: [{ type: 'heading', id: 'one', spans: [name] }, ...blocks],
})
const documentsNow = () => api.db.asService((tx) => readDocuments(tx))
const shownAt = async (path: string, at = now()) => shownVersion(await documentsNow(), path, at)

async function save(path: string, content: Document, revision = 1) {
  const saved = await ask('save-document', { path, revision, content })
  expect(saved, JSON.stringify(saved.body)).toMatchObject({ status: 200 })
  return saved.body.revision as number
}

test('a draft is what only administrators see until it is published, and then a version of its own', async () => {
  const revision = await save('/about', named('Her own'))
  expect((await shownAt('/about'))?.content.name).toBe('About')
  expect((await ask('document?path=/about')).body).toMatchObject({
    draft: { name: 'Her own' },
    shown: { name: 'About' },
  })
  expect(await ask('publish-document', { path: '/about', revision, at: null })).toMatchObject({
    status: 200,
    body: { number: 2, revision: revision + 1 },
  })
  expect(await shownAt('/about')).toMatchObject({ number: 2, content: { name: 'Her own' } })
  const { versions, draft } = (await ask('document?path=/about')).body
  expect(draft).toBeNull()
  expect(versions).toMatchObject([
    { number: 2, by: expect.stringContaining('@') },
    { number: 1, by: null },
  ])
})

test('of several that publish one draft at once, one does, and the others are told', async () => {
  const revision = await save('/about', named('Raced'))
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => ask('publish-document', { path: '/about', revision, at: null })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  expect((await ask('document?path=/about')).body.versions).toHaveLength(2)
})

test('of two drafts of the same revision the second is refused, with the revision that is there', async () => {
  const revision = await save('/about', named('First'))
  const second = await ask('save-document', { path: '/about', revision: 1, content: named('Second') })
  expect(second).toMatchObject({ status: 409, body: { code: 'conflict', details: { revision } } })
})

test('a version of a later time is shown from then on; publishing now takes its place, and it can be taken back', async () => {
  const soon = new Date(Date.now() + 3_600_000)
  const revision = await save('/faq', named('Later'))
  const scheduled = await ask('publish-document', { path: '/faq', revision, at: soon.toISOString() })
  expect(scheduled.status).toBe(200)
  expect((await shownAt('/faq'))?.content.name).toBe('FAQ')
  expect((await shownAt('/faq', soon))?.content.name).toBe('Later')
  expect(nextPublication(await documentsNow(), now())).toEqual(soon)
  expect(nextPublication(await documentsNow(), soon)).toBeNull()

  const back = await ask('unschedule-document', { path: '/faq', revision: scheduled.body.revision })
  expect(back.status).toBe(200)
  expect((await shownAt('/faq', soon))?.content.name).toBe('FAQ')
  expect((await ask('document?path=/faq')).body).toMatchObject({ draft: { name: 'Later' }, scheduled: null })

  const again = await ask('publish-document', { path: '/faq', revision: back.body.revision, at: soon.toISOString() })
  const other = await save('/faq', named('Now'), again.body.revision)
  expect(await ask('publish-document', { path: '/faq', revision: other, at: null })).toMatchObject({ status: 200 })
  expect((await shownAt('/faq', soon))?.content.name).toBe('Now')
})

test('what was written after a version was scheduled stays when the version is taken back', async () => {
  const revision = await save('/faq', named('Later'))
  const at = new Date(Date.now() + 3_600_000).toISOString()
  const scheduled = await ask('publish-document', { path: '/faq', revision, at })
  const written = await save('/faq', named('Written since'), scheduled.body.revision)
  const back = await ask('unschedule-document', { path: '/faq', revision: written })
  expect((await ask('document?path=/faq')).body).toMatchObject({ draft: { name: 'Written since' }, scheduled: null })
  await ask('publish-document', { path: '/faq', revision: back.body.revision, at: null })
  expect((await shownAt('/faq'))?.content.name).toBe('Written since')
})

test('an earlier version becomes the draft again', async () => {
  const { body } = await ask('publish-document', {
    path: '/about',
    revision: await save('/about', named('Second')),
    at: null,
  })
  const restored = await ask('restore-document', { path: '/about', revision: body.revision, number: 1 })
  expect(restored.status).toBe(200)
  expect((await ask('document?path=/about')).body).toMatchObject({
    draft: { name: 'About' },
    shown: { name: 'Second' },
  })
  expect((await ask('document-version?path=/about&number=2')).body).toMatchObject({ content: { name: 'Second' } })
  expect(await ask('restore-document', { path: '/about', revision: restored.body.revision, number: 9 })).toMatchObject({
    status: 404,
  })
})

test('a link to a page that is not there keeps a draft from being published; its address is named', async () => {
  const link = (to: string): Document['blocks'][number] => ({
    type: 'text',
    paragraphs: [{ kind: 'p', spans: [{ text: 'Here', to }] }],
  })
  const broken = await save('/about', named('Linked', link('/nowhere')))
  expect(await ask('publish-document', { path: '/about', revision: broken, at: null })).toMatchObject({
    status: 400,
    body: { message: 'There is no page /nowhere: please change the link to it.' },
  })
  const { slug } = await api.db.product({})
  const right = await save('/about', named('Linked', link(`/product/${slug}`), link('/faq#delivery')), broken)
  expect(await ask('publish-document', { path: '/about', revision: right, at: null })).toMatchObject({ status: 200 })
})

test('the footer keeps the links that the law requires: without one it is a draft, and the reason is named', async () => {
  const without = (to: string): Document => ({
    ...footer,
    blocks: footer.blocks.map((block) =>
      block.type === 'text'
        ? { ...block, paragraphs: block.paragraphs.filter((each) => !linksOf(each).includes(to)) }
        : block,
    ),
  })
  let revision = 1
  for (const to of ['/contact', '/terms-conditions', '/returns-refunds', '/withdraw', '/privacy-policy']) {
    revision = await save('footer', without(to), revision)
    expect(await ask('publish-document', { path: 'footer', revision, at: null }), to).toMatchObject({
      status: 400,
      body: {
        message: expect.stringMatching(new RegExp(`^Please keep a link to ${to}\\. .*(Regulations|GDPR|Directive)`)),
      },
    })
  }
  revision = await save('footer', without('/about'), revision)
  expect(await ask('publish-document', { path: 'footer', revision, at: null })).toMatchObject({ status: 200 })
  const { title: _, ...other } = footer
  const blocks = footer.blocks.slice(1)
  expect(
    await ask('save-document', { path: 'footer', revision, content: { ...other, title: [], blocks } }),
  ).toMatchObject({
    status: 400,
  })
})

test('a link that is shown once the maker’s page is there needs no such page yet', async () => {
  const revision = await save('/about', { ...about, name: 'About us' })
  await api.db.asService((tx) => sql`delete from private.documents where path = '/maker'`.execute(tx))
  expect(await ask('publish-document', { path: '/about', revision, at: null })).toMatchObject({ status: 200 })
})

test('a picture has the size that storage knows, and one that is not stored is refused', async () => {
  const url = '/storage/v1/object/public/product-images/anna.jpg'
  const picture = {
    type: 'picture' as const,
    alt: 'Anna',
    picture: { url, width: 9, height: 9, blur: 'data:text/html,x' },
  }
  expect(await ask('save-document', { path: '/about', revision: 1, content: named('Anna', picture) })).toMatchObject({
    status: 400,
    body: { message: 'A photograph is no longer stored. Please add it again.' },
  })
  await api.db.asService((tx) =>
    sql`insert into storage.objects (bucket_id, name, picture)
      values ('product-images', 'anna.jpg', '{"type": "image/jpeg", "width": 1200, "height": 1500, "blur": "data:x"}')`.execute(
      tx,
    ),
  )
  await save('/about', named('Anna', picture))
  const { draft } = (await ask('document?path=/about')).body
  expect(draft.blocks[1].picture).toEqual({ url, width: 1200, height: 1500, blur: 'data:x' })
})

test('an own page is added, published, moved with a redirect that follows further moves, and deleted', async () => {
  const content = named('Bridesmaids')
  const made = await ask('create-document', { path: '/bridesmaids', place: 'footer', content })
  expect(made).toMatchObject({ status: 200, body: { revision: 1 } })
  expect(await ask('create-document', { path: '/bridesmaids', place: null, content })).toMatchObject({ status: 409 })
  for (const path of ['/shop', '/about', '/admin'])
    expect(await ask('create-document', { path, place: null, content }), path).toMatchObject({ status: 409 })
  for (const path of ['/A', '/a/b', 'a', '/a--b', '/../x'])
    expect(await ask('create-document', { path, place: null, content }), path).toMatchObject({ status: 400 })
  expect(await shownAt('/bridesmaids')).toBeNull()
  const published = await ask('publish-document', { path: '/bridesmaids', revision: 1, at: null })
  const move = (path: string, to: string, revision: number) => ask('move-document', { path, to, revision, place: null })
  const moved = await move('/bridesmaids', '/weddings', published.body.revision)
  const twice = await move('/weddings', '/brides', moved.body.revision)
  const { redirects } = await documentsNow()
  expect([...redirects]).toEqual([
    ['/bridesmaids', '/brides'],
    ['/weddings', '/brides'],
  ])
  const back = await move('/brides', '/weddings', twice.body.revision)
  expect([...(await documentsNow()).redirects]).toEqual([
    ['/bridesmaids', '/weddings'],
    ['/brides', '/weddings'],
  ])
  expect(await ask('delete-document', { path: '/about', revision: 1 })).toMatchObject({ status: 409 })
  expect(await ask('delete-document', { path: '/weddings', revision: back.body.revision })).toMatchObject({
    status: 200,
  })
  expect((await documentsNow()).redirects.size).toBe(0)
})

test('an address that two take at once is one page', async () => {
  const content = named('Raced')
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => ask('create-document', { path: '/raced', place: null, content })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
})

test('programs that start together add each shipped document once, and a new text of the program as a new version', async () => {
  await api.db.asService((tx) => sql`delete from private.documents`.execute(tx))
  await Promise.all([1, 2, 3].map(() => api.db.asService(addShippedDocuments)))
  const { versions } = (await ask('document?path=/about')).body
  expect(versions).toHaveLength(1)
  await api.db.asService((tx) =>
    sql`update private.document_versions set content = jsonb_set(content, '{name}', '"Earlier"')`.execute(tx),
  )
  await api.db.asService(addShippedDocuments)
  expect(await shownAt('/about')).toMatchObject({ number: 2, content: { name: 'About' } })

  // What the owner published stays.
  const { revision } = (await ask('document?path=/about')).body
  await ask('publish-document', { path: '/about', revision: await save('/about', named('Hers'), revision), at: null })
  await api.db.asService(addShippedDocuments)
  expect((await shownAt('/about'))?.content.name).toBe('Hers')
})

test('a version that this program cannot read is left out, and the shipped text is shown', async () => {
  await api.db.asService((tx) =>
    sql`update private.document_versions set content = '{"blocks": [{"type": "of tomorrow"}]}' where path = '/about'`.execute(
      tx,
    ),
  )
  const invalid: string[] = []
  const documents = await api.db.asService((tx) => readDocuments(tx, (path) => invalid.push(path)))
  expect(invalid).toEqual(['/about'])
  expect(shownVersion(documents, '/about', now())?.content.name).toBe('About')
})

test('a preview shows the draft of the document that its token names, for half an hour', async () => {
  expect(await api.db.asService((tx) => readPreview(tx, 'success'))).toEqual({ path: 'success', content: null })
  await save('/about', named('Draft'))
  const { address } = (await ask('preview-document', { path: '/about' })).body
  const url = new URL(address, 'http://localhost')
  expect(url.pathname).toBe('/about')
  expect(previews.pathIn(url)).toBe('/about')
  expect(await api.db.asService((tx) => readPreview(tx, '/about'))).toMatchObject({ content: { name: 'Draft' } })
  const later = createPreviewTokens('a secret', () => new Date(Date.now() + 31 * 60_000))
  expect(later.pathIn(url)).toBeNull()
  expect(createPreviewTokens('another', now).pathIn(url)).toBeNull()
  const altered = `${address.slice(0, -1)}${address.endsWith('A') ? 'E' : 'A'}`
  expect(previews.pathIn(new URL(altered, 'http://localhost'))).toBeNull()
  expect(await ask('preview-document', { path: '/nowhere' })).toMatchObject({ status: 404 })
})

test('the list says what is a draft, and what is still the invented text', async () => {
  await save('/faq', named('Draft'))
  const { documents } = (await ask('documents')).body
  const entry = (path: string) => documents.find((each: { path: string }) => each.path === path)
  expect(entry('/about')).toMatchObject({ name: 'About', isExample: true, hasDraft: false, isPolicy: false })
  expect(entry('/faq')).toMatchObject({ isExample: false, hasDraft: true })
  expect(entry('/terms-conditions')).toMatchObject({ isPolicy: true, isExample: false })
  await ask('publish-document', { path: '/about', revision: await save('/about', named('Hers')), at: null })
  const after = (await ask('documents')).body.documents.filter(({ isExample }: { isExample: boolean }) => isExample)
  expect(after.map(({ path }: { path: string }) => path)).toEqual(['/'])
})

test('a filled document has no fact, condition or mark of the law left', () => {
  const filled = fillDocument(about, sampleFilling())
  expect(JSON.stringify(filled)).not.toMatch(/"fact"|"when"|"law"|"days"/)
  expect(plainText(filled.description)).toMatch(/^Who sews at /)
})

import { sql } from 'kysely'
import { describePicture } from '#features/settings/admin/change-setting.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { PictureUse } from '#platform/storage/picture-use.ts'
import { shippedDocuments } from '../../../../db/catalogue/documents/documents.ts'
import { maker } from '../../../../db/catalogue/documents/maker.ts'
import type { Block, Document } from './document.ts'
import { isPolicy } from './document-kinds.ts'
import { linksOf, missingLinks } from './law.ts'
import type { Place } from './read-documents.ts'

type At = { path: string; revision: number }

/** Pictures that drafts and versions name, wherever in them. */
export const documentPictures: PictureUse = {
  columns: ['private.documents.draft', 'private.document_versions.content'],
  shows: sql`exists (
    select from (select draft from private.documents union all select content from private.document_versions) as kept (content),
                jsonb_path_query(kept.content, 'strict $.** ? (@.type() == "string")') as text (one)
     where private.object_name_from_url(text.one #>> '{}') = object.name
  )`,
}

/**
 * Gives the table the documents that the program ships: the first version of one without a row, and a new version where
 * the newest is an earlier text of the program. What the owner published stays. A new shop gets the draft of the maker's
 * page too, which is the owner's own and may be deleted.
 */
export async function addShippedDocuments(tx: Tx): Promise<void> {
  // Programs that start together take turns.
  await sql`select pg_advisory_xact_lock(hashtextextended('documents', 0))`.execute(tx)
  await sql`
    insert into private.documents (path, own, draft)
    select '/maker', true, ${JSON.stringify(maker)}::jsonb where not exists (select from private.documents)`.execute(tx)
  for (const [path, { content }] of Object.entries(shippedDocuments)) {
    await sql`insert into private.documents (path) values (${path}) on conflict do nothing`.execute(tx)
    await sql`
      insert into private.document_versions (path, number, content, at)
      select ${path}, coalesce(last.number, 0) + 1, ${JSON.stringify(content)}::jsonb, shop_now()
        from (select 1) as one
        left join (select number, content, published_by from private.document_versions where path = ${path}
                    order by number desc limit 1) as last on true
       where (last.number is null
          or (last.published_by is null and last.content <> ${JSON.stringify(content)}::jsonb))`.execute(tx)
  }
}

/** All documents with what is shown of them, for the list. */
export async function listDocumentRows(tx: Tx) {
  const { rows } = await sql<{
    path: string
    own: boolean
    place: Place | null
    revision: number
    draft: Document | null
    shown: Document | null
    published: { number: number; at: string } | null
    scheduled: { number: number; at: string; content: Document } | null
  }>`select document.path, document.own, document.place, document.revision, document.draft, shown.content as shown,
            case when shown.number is not null then jsonb_build_object('number', shown.number, 'at', shown.at) end as published,
            case when next.number is not null
              then jsonb_build_object('number', next.number, 'at', next.at, 'content', next.content) end as scheduled
       from private.documents as document
       left join lateral (select number, at, content from private.document_versions as version
                           where version.path = document.path and version.at <= shop_now()
                           order by at desc, number desc limit 1) as shown on true
       left join lateral (select number, at, content from private.document_versions as version
                           where version.path = document.path and version.at > shop_now()
                           order by at desc, number desc limit 1) as next on true
      order by document.path`.execute(tx)
  return rows.map((row) => ({
    ...row,
    published: row.published && { ...row.published, at: new Date(row.published.at) },
    scheduled: row.scheduled && { ...row.scheduled, at: new Date(row.scheduled.at) },
  }))
}

/** Refuses not_found. */
export async function getDocumentRow(tx: Tx, path: string) {
  const row = (await listDocumentRows(tx)).find((each) => each.path === path)
  if (!row) throw notThere()
  return row
}

const notThere = () => new AppError('not_found', 'There is no such page.')

export async function listVersions(tx: Tx, path: string) {
  return tx
    .selectFrom('private.document_versions as version')
    .leftJoin('auth.users as account', 'account.id', 'version.published_by')
    .select(['version.number', 'version.at', 'account.email as by'])
    .where('version.path', '=', path)
    .orderBy('version.number', 'desc')
    .execute()
}

/** Refuses not_found. */
export async function getVersion(tx: Tx, path: string, number: number): Promise<Document> {
  const row = await tx
    .selectFrom('private.document_versions')
    .select('content')
    .where('path', '=', path)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) throw notThere()
  return row.content as Document
}

/** Sets the draft. Refuses not_found, and conflict for another revision. */
export async function setDraft(
  tx: Tx,
  { path, revision, userId }: At & { userId: string },
  content: Document | null,
): Promise<number> {
  const draft = content && (await describePictures(tx, content))
  if (draft) requireLayout(path, draft)
  const { rows } = await sql<{ revision: number }>`
    update private.documents
       set draft = ${draft && JSON.stringify(draft)}::jsonb, revision = revision + 1,
           updated_at = shop_now(), updated_by = ${userId}
     where path = ${path} and revision = ${revision} returning revision`.execute(tx)
  return rows[0]?.revision ?? refuseOther(tx, path)
}

/**
 * Publishes the draft in one statement: of two that publish the same one, the second is refused. `at`: null for now. A
 * scheduled version gives way. Refuses not_found, conflict, and bad_request for a link that leads nowhere, and for a footer
 * without a link that the law requires.
 */
export async function publishDraft(
  tx: Tx,
  { path, revision, userId }: At & { userId: string },
  at: Date | null,
): Promise<{ revision: number; number: number }> {
  const { draft } = await getDocumentRow(tx, path)
  if (draft) await requireLinks(tx, draft)
  const [missing] = draft && path === 'footer' ? missingLinks(draft) : []
  if (missing) throw new AppError('bad_request', `Please keep a link to ${missing.text}. ${missing.reason}`)
  const { rows } = await sql<{ revision: number; number: number }>`
    with claimed as (
      select path, draft from private.documents
       where path = ${path} and revision = ${revision} and draft is not null for update
    ), gone as (
      delete from private.document_versions as version using claimed
       where version.path = claimed.path and version.at > shop_now()
    ), changed as (
      update private.documents as document
         set draft = null, revision = document.revision + 1, updated_at = shop_now(), updated_by = ${userId}
        from claimed where document.path = claimed.path returning document.revision
    ), added as (
      insert into private.document_versions (path, number, content, at, published_by)
      select path, (select coalesce(max(number), 0) + 1 from private.document_versions as version where version.path = claimed.path),
             draft, greatest(${at}::timestamptz, shop_now()), ${userId}
        from claimed returning number
    )
    select changed.revision, added.number from changed, added`.execute(tx)
  return rows[0] ?? refuseOther(tx, path)
}

/** The scheduled version becomes the draft again, unless a newer one was written since. Refuses not_found and conflict. */
export async function unschedule(tx: Tx, at: At & { userId: string }): Promise<number> {
  const { scheduled, draft } = await getDocumentRow(tx, at.path)
  if (!scheduled) throw new AppError('conflict', 'This version has been published, or is no longer scheduled.')
  const revision = await setDraft(tx, at, draft ?? scheduled.content)
  await sql`delete from private.document_versions where path = ${at.path} and number = ${scheduled.number}`.execute(tx)
  return revision
}

type Own = { path: string; place: Place | null; content: Document; userId: string }

/** Adds an own page as a draft. Refuses conflict for an address that is in use. */
export async function createOwnPage(tx: Tx, { path, place, content, userId }: Own): Promise<number> {
  await requireFree(tx, path)
  const draft = await describePictures(tx, content)
  await sql`delete from private.document_redirects where from_path = ${path}`.execute(tx)
  const { rows } = await sql<{ revision: number }>`
    insert into private.documents (path, own, place, draft, updated_by)
    values (${path}, true, ${place}, ${JSON.stringify(draft)}::jsonb, ${userId})
    on conflict do nothing returning revision`.execute(tx)
  return rows[0]?.revision ?? refuseTaken()
}

/** Refuses not_found, and conflict for another revision or an address that is in use. */
export async function moveOwnPage(
  tx: Tx,
  { path, revision, to, place, userId }: At & { to: string; place: Place | null; userId: string },
): Promise<number> {
  if (to !== path) await requireFree(tx, to)
  const { rows } = await sql<{ revision: number }>`
    update private.documents
       set path = ${to}, place = ${place}, revision = revision + 1, updated_at = shop_now(), updated_by = ${userId}
     where path = ${path} and revision = ${revision} and own returning revision`.execute(tx)
  const moved = rows[0] ?? (await refuseOther(tx, path))
  if (to !== path) {
    await sql`delete from private.document_redirects where from_path = ${to}`.execute(tx)
    await sql`insert into private.document_redirects (from_path, path) values (${path}, ${to})`.execute(tx)
  }
  return typeof moved === 'number' ? moved : moved.revision
}

/** Refuses not_found and conflict. */
export async function deleteOwnPage(tx: Tx, { path, revision }: At): Promise<string> {
  const { numAffectedRows } = await sql`delete from private.documents
    where path = ${path} and revision = ${revision} and own`.execute(tx)
  return numAffectedRows ? path : refuseOther(tx, path)
}

async function refuseOther(tx: Tx, path: string): Promise<never> {
  const row = await tx
    .selectFrom('private.documents as document')
    .leftJoin('auth.users as account', 'account.id', 'document.updated_by')
    .select(['document.revision', 'document.updated_at', 'account.email as by'])
    .where('document.path', '=', path)
    .executeTakeFirst()
  if (!row) throw notThere()
  throw new AppError('conflict', 'Someone else has just changed this page.', { details: row })
}

const refuseTaken = (): never => {
  throw new AppError('conflict', 'Another page has this address. Please choose another.')
}

/** Two that take one address take turns, and the second sees the first. */
async function requireFree(tx: Tx, path: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('documents', 0))`.execute(tx)
  const taken = await tx.selectFrom('private.documents').select('path').where('path', '=', path).executeTakeFirst()
  if (taken || sitePages.some((own) => own === path || path.startsWith(`${own}/`))) refuseTaken()
}

/** The size and blur of uploaded pictures come from storage, never from a browser. */
async function describePictures(tx: Tx, content: Document): Promise<Document> {
  const blocks = content.blocks.map(async (block): Promise<Block> => {
    if (block.type !== 'picture' || !('url' in block.picture)) return block
    return { ...block, picture: await describePicture(tx, block.picture.url) }
  })
  return { ...content, blocks: await Promise.all(blocks) }
}

/** A document of a fixed layout keeps the blocks that the program ships: their places and their types. */
function requireLayout(path: string, draft: Document): void {
  const shipped = shippedDocuments[path]
  const form = ({ blocks }: Document) => blocks.map(({ slot, type }) => `${slot} ${type}`).join()
  if (shipped && isFixed(shipped.content) && form(draft) !== form(shipped.content)) {
    throw new AppError('bad_request', 'The layout of this page is fixed: change its words and pictures.')
  }
  if (isPolicy(path) && draft.layout !== 'text') throw new AppError('bad_request', 'A policy is a page of text.')
}

/** Whether its blocks are neither added, removed nor moved. */
export const isFixed = ({ blocks }: Document) => blocks.some(({ slot }) => slot !== undefined)

/** Addresses that are pages of the program; those with an address below them have it too. */
const sitePages = [
  ...['/', '/shop', '/product', '/pre-order', '/samples', '/saved', '/size-guide', '/about', '/faq', '/contact'],
  ...[
    '/find-order',
    '/withdraw',
    '/account',
    '/login',
    '/signup',
    '/admin',
    '/auth',
    '/dev',
    '/checkout',
    '/order',
    '/pay',
  ],
  ...[
    '/forgotten-password',
    '/new-password',
    '/confirm',
    '/review',
    '/order-choice',
    '/unsubscribe',
    '/confirm-sign-up',
  ],
  ...[
    '/not-found',
    '/waiting-list',
    '/versions',
    '/assets',
    '/sharing',
    '/rest',
    '/storage',
    '/functions',
    '/webhooks',
    '/health',
  ],
  ...['/metrics', '/test-payment', '/opensearch', '/google', '/facebook', '/feeds', '/fonts'],
] as const

/** Refuses bad_request for a link to a page of the shop that is not there. */
async function requireLinks(tx: Tx, draft: Document): Promise<void> {
  const targets = [
    ...new Set(
      linksOf(draft)
        .filter((to) => to.startsWith('/'))
        .map((to) => to.split(/[?#]/, 1)[0] ?? ''),
    ),
  ]
  const others = targets.filter((to) => !(sitePages as readonly string[]).includes(to) && !(to in shippedDocuments))
  for (const to of others) {
    const slug = /^\/product\/([\w-]+)$/.exec(to)?.[1]
    const { rows } = slug
      ? await sql`select from public.products where slug = ${slug}
          union all select from private.slug_redirects where slug = ${slug}`.execute(tx)
      : await sql`select from private.documents where path = ${to}
          union all select from private.document_redirects where from_path = ${to}`.execute(tx)
    if (rows.length === 0) throw new AppError('bad_request', `There is no page ${to}: please change the link to it.`)
  }
}

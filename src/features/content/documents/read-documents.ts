import { sql } from 'kysely'
import { createContext, type RouterContextProvider } from 'react-router'
import type { Tx } from '#platform/database/db.ts'
import { clockContext } from '#platform/pages/page-context.ts'
import { shippedDocuments } from '../../../../db/catalogue/documents/documents.ts'
import { type Document, DocumentSchema } from './document.ts'

/** A version of a document. `at`: from when it is shown; `number` is null for one that the program ships and no table has. */
export type Version = { number: number | null; at: Date | null; content: Document }
export type Place = 'header' | 'footer'
type Page = { own: boolean; place: Place | null; versions: readonly Version[] }

/** The published documents by their paths, and the addresses that own pages have left. */
export type Documents = { pages: ReadonlyMap<string, Page>; redirects: ReadonlyMap<string, string> }

/** What loaders read. */
export const documentsContext = createContext<Documents>()

/** The draft that an administrator previews in this request; null for every visitor. `content`: null before a first draft. */
export type PreviewDraft = { path: string; content: Document | null }
export const previewContext = createContext<(request: Request) => Promise<PreviewDraft | null>>()

type Args = { context: Readonly<RouterContextProvider>; request: Request }

/** The draft that a request previews; null for every visitor. */
export async function draftIn({ context, request }: Args): Promise<PreviewDraft | null> {
  return request.url.includes('preview=') ? context.get(previewContext)(request) : null
}

/** Whether Home is the page before the launch. A preview shows Home, unless it is of that page. */
export async function isBeforeLaunch(args: Args, launchAt: Date): Promise<boolean> {
  const draft = await draftIn(args)
  if (draft) return draft.path === 'coming-soon'
  return args.context.get(clockContext)() < launchAt
}

/** The documents of a request: of a preview one of them is its draft. */
export async function documentsFor(args: Args): Promise<Documents> {
  const documents = args.context.get(documentsContext)
  const draft = await draftIn(args)
  if (!draft?.content) return documents
  const page = { own: false, place: null, ...documents.pages.get(draft.path) }
  const versions = [{ number: null, at: new Date(0), content: draft.content }]
  return { ...documents, pages: new Map(documents.pages).set(draft.path, { ...page, versions }) }
}

/** The draft of the document that a valid token names. */
export async function readPreview(tx: Tx, path: string): Promise<PreviewDraft> {
  const row = await tx.selectFrom('private.documents').select('draft').where('path', '=', path).executeTakeFirst()
  const read = DocumentSchema.safeParse(row?.draft)
  return { path, content: read.data ?? null }
}

/**
 * The versions that are shown now or will be: of each document the newest whose time has come, and those of later times.
 * One that this program cannot read, as an older one during an update, is left out.
 */
export async function readDocuments(tx: Tx, onInvalid?: (path: string) => void): Promise<Documents> {
  const { rows } = await sql<{
    path: string
    own: boolean
    place: Place | null
    number: number | null
    at: Date
    content: unknown
  }>`select document.path, document.own, document.place, version.number, version.at, version.content
       from private.documents as document
       join private.document_versions as version on version.path = document.path
      where (version.at > shop_now() or not exists (
        select from private.document_versions as later
         where later.path = version.path and later.at <= shop_now()
           and (later.at, later.number) > (version.at, version.number)))
      order by version.at, version.number`.execute(tx)
  const pages = new Map<string, Page>()
  for (const { path, own, place, number, at, content } of rows) {
    const read = DocumentSchema.safeParse(content)
    if (!read.success) {
      onInvalid?.(path)
      continue
    }
    const versions = pages.get(path)?.versions ?? []
    pages.set(path, { own, place, versions: [...versions, { number, at, content: read.data }] })
  }
  const moved = await tx.selectFrom('private.document_redirects').select(['from_path', 'path']).execute()
  return { pages, redirects: new Map(moved.map(({ from_path, path }) => [from_path, path])) }
}

/** What is shown at this path now: what was published, else what the program ships; null for neither. */
export function shownVersion({ pages }: Documents, path: string, now: Date): Version | null {
  const published = pages.get(path)?.versions.findLast(({ at }) => at !== null && at <= now)
  if (published) return published
  const shipped = shippedDocuments[path]
  return shipped ? { number: null, at: null, content: shipped.content } : null
}

/** Whether the maker's page is published, at this address or the one that it was moved to. */
export function hasMaker(documents: Documents, now: Date): boolean {
  return shownVersion(documents, documents.redirects.get('/maker') ?? '/maker', now) !== null
}

/** When the next scheduled version of any document is due. */
export function nextPublication({ pages }: Documents, now: Date): Date | null {
  const times = [...pages.values()].flatMap(({ versions }) =>
    versions.flatMap(({ at }) => (at && at > now ? [at] : [])),
  )
  return times.length > 0 ? new Date(Math.min(...times.map(Number))) : null
}

/** The addresses of the own pages that are shown now. */
export function ownPages(documents: Documents, now: Date): string[] {
  return [...documents.pages].flatMap(([path, { own }]) => (own && shownVersion(documents, path, now) ? [path] : []))
}

/** The own pages in a place of the navigation, by their names. */
export function ownLinks(documents: Documents, place: Place, now: Date): { name: string; to: string }[] {
  return [...documents.pages].flatMap(([path, page]) => {
    const shown = page.place === place ? shownVersion(documents, path, now) : null
    return shown ? [{ name: shown.content.name, to: path }] : []
  })
}

export type ShownDocument = { path: string; shown: Document | null }

/** Every document that is shown now. */
export function listShown(documents: Documents, now: Date): ShownDocument[] {
  const paths = new Set([...Object.keys(shippedDocuments), ...documents.pages.keys()])
  return [...paths].map((path) => ({ path, shown: shownVersion(documents, path, now)?.content ?? null }))
}

/** The first passage of an invented shop that is still shown, or null. */
export function findInvented({ path, shown }: ShownDocument): string | null {
  const text = JSON.stringify(shown)
  return shippedDocuments[path]?.invented?.find((passage) => text.includes(passage)) ?? null
}

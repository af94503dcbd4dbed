import type { Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { shippedDocuments } from '../../../../db/catalogue/documents/documents.ts'
import { isPolicy } from './document-kinds.ts'
import * as contracts from './documents.contract.ts'
import * as edit from './edit-documents.ts'
import { type Facts, factLabels, factNames } from './facts.ts'
import type { PreviewTokens } from './preview-tokens.ts'
import { findInvented } from './read-documents.ts'

type Row = Awaited<ReturnType<typeof edit.listDocumentRows>>[number]
type DocumentsDeps = { facts: () => Facts; previews: PreviewTokens }

/** The owner's side of pages and texts. */
export function documentsApi({ facts, previews }: DocumentsDeps): Hono<Env> {
  return endpoints(
    handle(contracts.listDocuments, ({ db }) =>
      db.asService(async (tx) => ({
        documents: (await edit.listDocumentRows(tx)).map((row) => ({
          ...entryOf(row),
          name: (row.draft ?? row.shown)?.name ?? row.path,
          hasDraft: row.draft !== null,
          isExample: findInvented(row) !== null,
        })),
      })),
    ),
    handle(contracts.readDocument, ({ db, query: { path } }) =>
      db.asService(async (tx) => {
        const row = await edit.getDocumentRow(tx, path)
        const values = facts()
        return {
          ...entryOf(row),
          revision: row.revision,
          draft: row.draft,
          shown: row.shown,
          shipped: shippedDocuments[path]?.content ?? null,
          versions: await edit.listVersions(tx, path),
          facts: factNames.map((name) => ({ name, label: factLabels[name], value: values[name].trim() })),
        }
      }),
    ),
    handle(contracts.readDocumentVersion, ({ db, query: { path, number } }) =>
      db.asService(async (tx) => ({ content: await edit.getVersion(tx, path, Number(number)) })),
    ),
    handle(contracts.saveDocument, async ({ asCaller, claims: { sub: userId }, body: { content, ...at } }) => ({
      revision: await asCaller((tx) => edit.setDraft(tx, { ...at, userId }, content)),
    })),
    handle(contracts.discardDraft, async ({ asCaller, claims: { sub: userId }, body }) => ({
      revision: await asCaller((tx) => edit.setDraft(tx, { ...body, userId }, null)),
    })),
    handle(contracts.publishDocument, ({ asCaller, claims: { sub: userId }, body: { at, ...document } }) =>
      asCaller((tx) => edit.publishDraft(tx, { ...document, userId }, at === null ? null : new Date(at))),
    ),
    handle(contracts.unscheduleDocument, async ({ asCaller, claims: { sub: userId }, body }) => ({
      revision: await asCaller((tx) => edit.unschedule(tx, { ...body, userId })),
    })),
    handle(contracts.restoreDocument, async ({ asCaller, claims: { sub: userId }, body: { number, ...at } }) => ({
      revision: await asCaller(async (tx) =>
        edit.setDraft(tx, { ...at, userId }, await edit.getVersion(tx, at.path, number)),
      ),
    })),
    handle(contracts.createDocument, async ({ asCaller, claims: { sub: userId }, body }) => ({
      revision: await asCaller((tx) => edit.createOwnPage(tx, { ...body, userId })),
    })),
    handle(contracts.moveDocument, async ({ asCaller, claims: { sub: userId }, body }) => ({
      revision: await asCaller((tx) => edit.moveOwnPage(tx, { ...body, userId })),
    })),
    handle(contracts.deleteDocument, async ({ asCaller, body }) => ({
      deleted: await asCaller((tx) => edit.deleteOwnPage(tx, body)),
    })),
    handle(contracts.previewDocument, ({ db, body: { path } }) =>
      db.asService(async (tx) => {
        await edit.getDocumentRow(tx, path)
        return { address: previews.addressFor(path) }
      }),
    ),
  )
}

function entryOf({ path, own, place, shown, draft, published, scheduled }: Row) {
  const content = shown ?? draft
  return {
    path,
    own,
    place,
    fixed: content !== null && edit.isFixed(content),
    isPolicy: isPolicy(path),
    published,
    scheduled: scheduled && { number: scheduled.number, at: scheduled.at },
  }
}

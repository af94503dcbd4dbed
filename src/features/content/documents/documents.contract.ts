import { z } from 'zod'
import { contract, time } from '#platform/http/contract.ts'
import { DocumentSchema } from './document.ts'
import { documentPath, factFor } from './document-kinds.ts'

const path = z.string().regex(documentPath, 'An address has small letters, digits and hyphens, such as /bridesmaids.')
const place = z.enum(['header', 'footer']).nullable()
const ownPath = z
  .string()
  .max(60)
  .regex(/^\/[a-z\d]+(?:-[a-z\d]+)*$/, 'An address is one word, or words with hyphens: /bridesmaids.')
/** The one that the caller read; another one in the table is a conflict. */
const revision = z.int32()
const published = z.object({ number: z.int().nullable(), at: time.nullable() })
const content = z.custom<z.output<typeof DocumentSchema>>().meta({ title: 'Document' })

const entry = {
  path: z.string(),
  own: z.boolean(),
  place,
  /** Its blocks are neither added, removed nor moved. */
  fixed: z.boolean(),
  isPolicy: z.boolean(),
  /** What is shown now; null before the first publication of an own page. */
  published: published.nullable(),
  scheduled: z.object({ number: z.int(), at: time }).nullable(),
}

/** The documents of pages and e-mails, and the owner's own pages. */
export const listDocuments = contract({
  name: 'documents',
  method: 'GET',
  caller: 'pages',
  response: z.object({
    documents: z.array(
      z.object({
        ...entry,
        name: z.string(),
        hasDraft: z.boolean(),
        /** It still has an invented passage of the text that the program ships. */
        isExample: z.boolean(),
      }),
    ),
  }),
})
export type ListedDocument = z.output<typeof listDocuments.response>['documents'][number]

/** One document with its draft and its versions, the newest first. */
export const readDocument = contract({
  name: 'document',
  method: 'GET',
  caller: 'pages',
  query: z.object({ path }),
  response: z.object({
    ...entry,
    revision,
    draft: content.nullable(),
    shown: content.nullable(),
    shipped: content.nullable(),
    versions: z.array(
      z.object({
        number: z.int(),
        at: time,
        /** The e-mail address of the administrator; null for the text that the program ships. */
        by: z.string().nullable(),
      }),
    ),
    facts: z.array(factFor),
  }),
  refuses: ['not_found'],
})
export type DocumentToEdit = z.output<typeof readDocument.response>

export const readDocumentVersion = contract({
  name: 'document-version',
  method: 'GET',
  caller: 'pages',
  query: z.object({ path, number: z.string().regex(/^\d{1,6}$/) }),
  response: z.object({ content }),
  refuses: ['not_found'],
})

const changed = z.object({ revision })
const refuses = ['not_found', 'conflict'] as const

/** Keeps a draft, which visitors do not see. */
export const saveDocument = contract({
  name: 'save-document',
  method: 'POST',
  caller: 'pages',
  request: z.object({ path, revision, content: DocumentSchema }),
  response: changed,
  refuses,
})

export const discardDraft = contract({
  name: 'discard-draft',
  method: 'POST',
  caller: 'pages',
  request: z.object({ path, revision }),
  response: changed,
  refuses,
})

/** Publishes the draft, now or at a time; in place of a version that is scheduled. */
export const publishDocument = contract({
  name: 'publish-document',
  method: 'POST',
  caller: 'pages',
  request: z.object({
    path,
    revision,
    at: z.iso.datetime({ offset: true, error: 'Please enter a date and time.' }).nullable(),
  }),
  response: z.object({ revision, number: z.int() }),
  refuses,
})

/** Makes a scheduled version the draft again; a draft that was written since stays. */
export const unscheduleDocument = contract({
  name: 'unschedule-document',
  method: 'POST',
  caller: 'pages',
  request: z.object({ path, revision }),
  response: changed,
  refuses,
})

/** Makes a version the draft; visitors see it once it is published. */
export const restoreDocument = contract({
  name: 'restore-document',
  method: 'POST',
  caller: 'pages',
  request: z.object({ path, revision, number: z.int32() }),
  response: changed,
  refuses,
})

/** Adds a page of the owner's own, as a draft. */
export const createDocument = contract({
  name: 'create-document',
  method: 'POST',
  caller: 'pages',
  request: z.object({ path: ownPath, place, content: DocumentSchema }),
  response: changed,
  refuses: ['conflict'],
})

/** Changes the address of an own page, and its place in the navigation. The old address leads to the new one. */
export const moveDocument = contract({
  name: 'move-document',
  method: 'POST',
  caller: 'pages',
  request: z.object({ path, revision, to: ownPath, place }),
  response: changed,
  refuses,
})

/** Deletes an own page with its versions. */
export const deleteDocument = contract({
  name: 'delete-document',
  method: 'POST',
  caller: 'pages',
  request: z.object({ path, revision }),
  response: z.object({ deleted: z.string() }),
  refuses,
})

/** The page's address with a token that shows its draft for half an hour. */
export const previewDocument = contract({
  name: 'preview-document',
  method: 'POST',
  caller: 'pages',
  request: z.object({ path }),
  response: z.object({ address: z.string() }),
  refuses: ['not_found'],
})

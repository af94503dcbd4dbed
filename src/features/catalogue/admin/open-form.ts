import type { ChangeEvent } from 'react'
import { isLike, readDraft, removeDraft, writeDraft } from '#admin/use-draft.ts'
import { randomUuid } from '#platform/random-uuid.ts'
import type { Notice } from '#ui/toast-region.tsx'
import type { Fabric } from '../field-kinds.ts'
import { type FieldName, type ProductRow, productRow } from '../product.schema.ts'
import { suggestSlug } from '../slug.ts'
import { pictureFit, type Sent } from './picture-file.ts'
import {
  type Draft,
  type DraftPicture,
  draftOf,
  emptyDraft,
  type FieldErrors,
  isSameDraft,
  noPictureWords,
  type PictureWords,
} from './product-draft.ts'

/** An upload; `share`: the fraction sent, 0 to 1. */
export type Upload = {
  file: File
  /** The file's name in the bucket, the same at each attempt. */
  name: string
  /** `new`: not looked at. `shrinking`: the browser is scaling the picture down or converting its format. */
  state: 'new' | 'shrinking' | 'waiting' | 'sending' | 'stored' | 'failed'
  share: number
  problem: string | null
  isLost: boolean
}

/** A file that is not an accepted picture; `why` continues a sentence that starts with its name. */
export type RefusedFile = { name: string; why: string }

/** The result of a save for the screen: the slug that was saved, and a notice. */
export type SaveOutcome = { saved: string | null; notice: Notice | null }

/** A save in progress: first the pictures are uploaded, then the draft as it was at the press is written. */
type Saving = { draft: Draft; isWriting: boolean; settle: (outcome: SaveOutcome) => void }

/** The open form. `row`: the product as it was read; null for a new one. */
export type OpenForm = {
  /** Names this opening: work that an earlier opening started must not change this one. */
  opening: string
  row: ProductRow | null
  /** The draft as the form first showed it. */
  initial: Draft
  draft: Draft
  errors: FieldErrors
  /** Whether the owner typed the slug, so that it no longer follows the name. */
  slugTouched: boolean
  /** By the pictures' keys. */
  uploads: Record<string, Upload>
  /** Refused files. The field lists them until other files replace them or the owner removes them. */
  refused: RefusedFile[]
  /** The number of chosen pictures that a reload has lost: a browser cannot store them. */
  lostPictures: number
  /** A free slug, if the typed one is taken. */
  freeSlug: string | null
  /** The row that another administrator saved meanwhile; null: deleted. */
  newer: { row: ProductRow | null } | null
  saving: Saving | null
  /** Opened for what its postage and customs lack. */
  wantsCustoms?: true
  /** The response to adding it was lost, so the product may exist. */
  mayBeAdded: boolean
}

export type FormAction =
  | { type: 'open'; form: OpenForm }
  | { type: 'close' }
  | { type: 'type'; change: Partial<Draft> }
  | { type: 'change'; opening: string; change: Partial<OpenForm> }
  | { type: 'saved'; opening: string; draft: Draft; row: ProductRow; now: Date }
  | { type: 'keep-mine' }
  | PictureAction

type PictureAction =
  | { type: 'add-pictures'; files: readonly { key: string; file: File }[] }
  | { type: 'upload'; key: string; change: Partial<Upload> }
  | { type: 'sent'; key: string; sent: Sent }
  | { type: 'refuse-picture'; key: string; refused: RefusedFile }
  | { type: 'retry'; which: (upload: Upload, key: string) => boolean }
  | { type: 'remove-picture'; key: string }
  | { type: 'move-picture'; key: string; to: number }
  | { type: 'describe-picture'; key: string; change: Partial<PictureWords> }

export type FormDispatch = (action: FormAction) => void

/** The props of a part of the form. `change` changes fields of the draft. */
export type PartProps = { form: OpenForm; change: (change: Partial<Draft>) => void }

/** The form for a new product (`row` null) or an existing one. `now`: the shop's clock. */
export function openForm(row: ProductRow | null, now: Date): OpenForm {
  const initial = row ? draftOf(row, now) : emptyDraft()
  return {
    opening: randomUuid(),
    row,
    initial,
    draft: initial,
    errors: {},
    slugTouched: row !== null,
    uploads: {},
    refused: [],
    lostPictures: 0,
    freeSlug: null,
    newer: null,
    saving: null,
    mayBeAdded: false,
  }
}

/** The form after an action. What another opening of the form has started changes nothing. */
export function reduceForm(form: OpenForm | null, action: FormAction): OpenForm | null {
  if (action.type === 'open') return action.form
  if (form === null || ('opening' in action && action.opening !== form.opening)) return form
  switch (action.type) {
    case 'close':
      return null
    case 'type':
      return typed(form, action.change)
    case 'change':
      return { ...form, ...action.change }
    case 'saved': {
      // Text that was typed during the save stays in the form, for the saved row.
      const { row, now } = action
      if (isSameDraft(form.draft, action.draft)) return null
      return { ...form, row, initial: draftOf(row, now), slugTouched: true, saving: null }
    }
    case 'keep-mine':
      return form.newer?.row ? { ...form, row: withMyEnd(form.newer.row, form.row), newer: null } : form
    default:
      return withPicture(form, action)
  }
}

function typed(form: OpenForm, change: Partial<Draft>): OpenForm {
  const { row } = form
  const follows = change.name !== undefined && !form.slugTouched
  const draft = { ...form.draft, ...change, ...(follows && { slug: suggestSlug(change.name ?? '') }) }
  const left = Object.entries(form.errors).filter(([name]) => !(name in change || (follows && name === 'slug')))
  const errors: FieldErrors = Object.fromEntries(left)
  if (change.slug === undefined) return { ...form, draft, errors }
  // An emptied slug follows the name again.
  return { ...form, draft, errors, freeSlug: null, slugTouched: change.slug !== '' || row !== null }
}

/** The end of the pre-order belongs to the days in the form, which stay mine. */
function withMyEnd(theirs: ProductRow, mine: ProductRow | null): ProductRow {
  return mine ? { ...theirs, is_preorder: mine.is_preorder, preorder_end_date: mine.preorder_end_date } : theirs
}

function withPicture(form: OpenForm, action: PictureAction): OpenForm {
  const { draft, uploads } = form
  const change = (pictures: DraftPicture[]) => typed(form, { pictures })
  const mapped = (key: string, change: Partial<DraftPicture>) =>
    draft.pictures.map((picture) => (picture.key === key ? { ...picture, ...change } : picture))
  switch (action.type) {
    case 'add-pictures':
      return withAdded(form, action.files)
    case 'upload':
      return withUpload(form, action.key, action.change)
    case 'sent': {
      const { key, sent } = action
      if (sent.url === undefined) return withUpload(form, key, { ...sent, state: 'failed' })
      // An upload is not a change by the owner, so the message at the field stays.
      const pictures = mapped(key, { stored: { url: sent.url } })
      return withUpload({ ...form, draft: { ...draft, pictures } }, key, { state: 'stored', share: 1 })
    }
    case 'retry': {
      const again = (key: string, upload: Upload) => upload.state === 'failed' && action.which(upload, key)
      const waiting = { state: 'waiting', share: 0, problem: null } as const
      const entries = Object.entries(uploads).map(([key, upload]) => {
        return [key, again(key, upload) ? { ...upload, ...waiting } : upload]
      })
      const { pictures: _, ...errors } = form.errors
      return { ...form, errors, uploads: Object.fromEntries(entries) }
    }
    case 'refuse-picture':
    case 'remove-picture': {
      const { [action.key]: gone, ...left } = uploads
      const isRefused = action.type === 'refuse-picture'
      if (isRefused && !gone) return form
      const refused = isRefused ? [...form.refused, action.refused] : form.refused
      return { ...change(draft.pictures.filter(({ key }) => key !== action.key)), uploads: left, refused }
    }
    case 'move-picture': {
      const moved = draft.pictures.find(({ key }) => key === action.key)
      if (!moved || action.to < 0 || action.to >= draft.pictures.length) return form
      return change(draft.pictures.filter((picture) => picture !== moved).toSpliced(action.to, 0, moved))
    }
    case 'describe-picture':
      return change(mapped(action.key, action.change))
  }
}

function withUpload(form: OpenForm, key: string, change: Partial<Upload>): OpenForm {
  const upload = form.uploads[key]
  return upload ? { ...form, uploads: { ...form.uploads, [key]: { ...upload, ...change } } } : form
}

/** Adds files as pictures. Refused files stay listed until a file of the same name, in any format, replaces them. */
function withAdded(form: OpenForm, files: readonly { key: string; file: File }[]): OpenForm {
  const named = new Set(files.map(({ file }) => bareName(file.name)))
  const refused = form.refused.filter(({ name }) => !named.has(bareName(name)))
  const pictures: DraftPicture[] = []
  const uploads = { ...form.uploads }
  for (const { key, file } of files) {
    const fit = pictureFit(file)
    if (typeof fit === 'object') refused.push({ name: file.name || 'This file', why: fit.why })
    else {
      uploads[key] = { file, name: key, state: 'new', share: 0, problem: null, isLost: false }
      pictures.push({ key, stored: null, ...noPictureWords })
    }
  }
  return {
    ...typed(form, { pictures: [...form.draft.pictures, ...pictures] }),
    uploads,
    refused,
    lostPictures: pictures.length > 0 ? 0 : form.lostPictures,
  }
}

/** The name without its extension: 'dress.jpg' replaces a refused 'dress.heic'. */
function bareName(name: string): string {
  return name.toLowerCase().replace(/\.[a-z0-9]{1,5}$/, '')
}

/** Whether the form has unsaved changes. */
export function isUnsaved(form: OpenForm | null): boolean {
  return form !== null && !isSameDraft(form.initial, form.draft)
}

type TextName = { [Name in FieldName]: Draft[Name] extends string ? Name : never }[FieldName]
type Typing = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>

/** The value of a text field or a choice, its message, and what typing changes. */
export function bind<Name extends TextName>({ form, change }: PartProps, name: Name) {
  return {
    value: form.draft[name],
    error: form.errors[name],
    onChange: ({ target }: Typing) => change({ [name]: target.value } as Partial<Draft>),
  }
}

/** What this tab stores of the open form, so that a reload or the end of the session loses nothing that was typed. */
type StoredForm = Pick<OpenForm, 'row' | 'initial' | 'draft' | 'slugTouched' | 'mayBeAdded' | 'lostPictures'>

const place = (userId: string) => ({ userId, form: 'product', rowId: '' })

/** Stores the open form while it has unsaved changes. */
export function storeForm(userId: string, form: OpenForm | null): void {
  if (!form || !isUnsaved(form)) {
    removeDraft(place(userId))
    return
  }
  const { row, initial, draft, slugTouched } = form
  // A save in progress may end without a response that this tab sees.
  const mayBeAdded = form.mayBeAdded || form.saving !== null
  const pictures = draft.pictures.filter(({ stored }) => stored !== null)
  const lostPictures = form.lostPictures + draft.pictures.length - pictures.length
  const stored: StoredForm = { row, initial, draft: { ...draft, pictures }, slugTouched, mayBeAdded, lostPictures }
  writeDraft(place(userId), '', stored)
}

/** The form that this administrator left unsaved in this tab; null also for one that cannot be shown any more. */
export function storedForm(userId: string): OpenForm | null {
  const stored = readDraft(place(userId))?.value as StoredForm | undefined
  const like = { draft: draftExample(), initial: draftExample(), slugTouched: true, mayBeAdded: true, lostPictures: 0 }
  if (!isLike(stored, like) || ![stored.draft, stored.initial].every(({ fabric }) => isFabric(fabric))) return null
  const row = productRow.nullable().safeParse(stored.row)
  return row.success ? { ...openForm(row.data, new Date()), ...stored, row: row.data } : null
}

const draftExample = () => ({
  ...emptyDraft(),
  sizes: [''],
  features: [''],
  pictures: [{ key: '', stored: { url: '' }, ...noPictureWords }],
  fabric: { kind: '' },
})

function isFabric(fabric: Fabric): boolean {
  const parts: Fabric = { kind: 'parts', parts: [{ material: '', percent: '' }] }
  return fabric.kind === 'words' ? isLike(fabric, { kind: 'words', text: '' }) : isLike(fabric, parts)
}

import { createFormControl, type ResolverResult, useFormState, useWatch } from 'react-hook-form'
import { fetchShopTime, shopNow } from '#admin/shop-now.ts'
import { isLike } from '#admin/use-draft.ts'
import { serverNow, storedUserId } from '#platform/client/backend-client.ts'
import type { Fabric } from '../field-kinds.ts'
import type { FieldName, ProductRow } from '../product.schema.ts'
import { findRow } from './product-api.ts'
import {
  checkDraft,
  type Draft,
  draftOf,
  emptyDraft,
  type FieldErrors,
  isSameDraft,
  mergeDrafts,
} from './product-draft.ts'

/** An upload; `share`: the fraction sent, 0 to 1. */
export type Upload = {
  file: File
  /** The file's name in the bucket, the same at each attempt. */
  name: string
  /** A local URL for the preview. */
  preview: string
  /** `shrinking`: the browser is scaling the picture down or converting its format. */
  state: 'checking' | 'shrinking' | 'waiting' | 'sending' | 'stored' | 'failed'
  share: number
  problem: string | null
  isLost: boolean
}

/** A file that is not an accepted picture; `why` continues a sentence that starts with its name. */
export type RefusedFile = { name: string; why: string }

/** The open form. `row`: the product as it was read; null for a new one. */
export type OpenForm = {
  /** The number of this opening: work that an earlier opening started must not change this one. */
  opening: number
  /** The name of this opening among the drafts of all tabs. */
  slot: string
  /** The administrator who opened it; no other one may see it. */
  userId: string | null
  row: ProductRow | null
  /** The draft as the form first showed it. */
  initial: Draft
  /** React Hook Form's values and messages; components read them with `useProductFields`. */
  fields: ProductFields
  /** Whether the owner typed the slug, so that it no longer follows the name. */
  slugTouched: boolean
  /** By the pictures' keys. */
  uploads: Record<string, Upload>
  /** Refused files. The field lists them until other files replace them or the owner removes them. */
  refused: RefusedFile[]
  /** A free slug, if the typed one is taken. */
  freeSlug: string | null
  /** The row that another administrator saved meanwhile; null: deleted. */
  newer: { row: ProductRow | null } | null
  saving: boolean
  /** The response to adding it was lost, so the product may exist. */
  mayBeAdded: boolean
}

export type ProductFields = ReturnType<typeof createFormControl<Draft>>

function createFields(initial: Draft): ProductFields {
  const fields = createFormControl<Draft>({ resolver })
  // A form outside React returns its defaults instead of its values until its first reset.
  fields.reset(initial)
  return fields
}

/** Validates the open form's draft with the product schema. */
function resolver(draft: Draft): ResolverResult<Draft> {
  const errors = Object.entries(checkDraft(draft, { needsDays: open === null || needsDays(open, draft) }))
  if (errors.length === 0) return { values: draft, errors: {} }
  return { values: {}, errors: Object.fromEntries(errors.map(([name, message]) => [name, { type: 'check', message }])) }
}

/** An ended pre-order that stays switched on with unchanged days needs no days. */
function needsDays({ row, initial }: OpenForm, draft: Draft): boolean {
  return !(row?.is_preorder && draft.preorderDays.trim() === initial.preorderDays)
}

/** The draft and the messages of the open form, for its fields. */
export function useProductFields({ fields: { control } }: OpenForm): { draft: Draft; errors: FieldErrors } {
  const draft = useWatch({ control }) as Draft
  const { errors } = useFormState({ control })
  const messages = Object.entries(errors).map(([name, error]) => [name, error?.message])
  return { draft, errors: Object.fromEntries(messages) }
}

// The form outlives the page, so the typed text survives the end of the session and a change of tab in the dashboard.
let open: OpenForm | null = null
let openings = 0
const listeners = new Set<() => void>()

export function getForm(): OpenForm | null {
  return open
}

/** Calls `listener` on each change. Returns a function that removes it. */
export function onFormChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function put(next: OpenForm | null): void {
  open = next
  for (const listener of listeners) listener()
}

/** Opens the form for a new product (`row` null) or an existing one. `now`: the shop's clock. */
export function openForm(row: ProductRow | null, now: Date): void {
  closeForm()
  const initial = row ? draftOf(row, now) : emptyDraft()
  openings += 1
  put({
    opening: openings,
    slot: Math.random().toString(36).slice(2, 10),
    userId: storedUserId(),
    row,
    initial,
    fields: createFields(initial),
    slugTouched: row !== null,
    uploads: {},
    refused: [],
    freeSlug: null,
    newer: null,
    saving: false,
    mayBeAdded: false,
  })
}

/** Closes the form and drops its draft. */
export function closeForm(): void {
  for (const { preview } of Object.values(open?.uploads ?? {})) URL.revokeObjectURL(preview)
  put(null)
}

export function changeForm(change: Partial<OpenForm>): void {
  if (open) put({ ...open, ...change })
}

/** Whether this form is still the open one. */
export function isOpen({ opening }: OpenForm): boolean {
  return open?.opening === opening
}

/** Changes fields of the draft and removes their messages. */
export function changeDraft(change: Partial<Draft>): void {
  if (!open) return
  for (const [name, value] of Object.entries(change) as [FieldName, never][]) {
    open.fields.setValue(name, value)
    open.fields.clearErrors(name)
  }
  if ('slug' in change) changeForm({ freeSlug: null })
}

/** Replaces the messages at the fields. */
export function showErrors({ fields }: OpenForm, errors: FieldErrors): void {
  fields.clearErrors()
  for (const [name, message] of Object.entries(errors) as [FieldName, string][]) fields.setError(name, { message })
}

/** Changes the upload of a picture, if the picture and its form still exist. */
export function changeUpload(key: string, change: Partial<Upload>): void {
  const upload = open?.uploads[key]
  if (open && upload) put({ ...open, uploads: { ...open.uploads, [key]: { ...upload, ...change } } })
}

/** Whether the form has unsaved changes. */
export function isUnsaved(form: OpenForm | null): boolean {
  return form !== null && !isSameDraft(form.initial, form.fields.getValues())
}

/** The stored data of an open product form. `initial`: the values that the form first showed. */
export type ProductDraft = {
  draft: Draft
  initial: Draft
  slugTouched: boolean
  /** The number of chosen pictures that were not uploaded: a browser cannot store them. */
  lostPictures: number
}

/** The stored data of a form. */
export function productDraft({ fields, initial, slugTouched }: OpenForm): ProductDraft {
  const draft = fields.getValues()
  const pictures = draft.pictures.filter(({ stored }) => stored !== null)
  return {
    draft: { ...draft, pictures },
    initial,
    slugTouched,
    lostPictures: draft.pictures.length - pictures.length,
  }
}

/** Reads a stored draft; null for one that the form can no longer show. */
export function readProductDraft(stored: unknown): ProductDraft | null {
  const like = { draft: draftExample, initial: draftExample, slugTouched: true, lostPictures: 0 }
  if (!isLike(stored, like)) return null
  const value = stored as ProductDraft
  return isFabric(value.draft.fabric) && isFabric(value.initial.fabric) ? value : null
}

const draftExample = {
  ...emptyDraft(),
  sizes: [''],
  pictures: [{ key: '', stored: { url: '' }, alt: '' }],
  fabric: { kind: '' },
}

function isFabric(fabric: Fabric): boolean {
  const parts: Fabric = { kind: 'parts', parts: [{ material: '', percent: '' }] }
  return fabric.kind === 'words' ? isLike(fabric, { kind: 'words', text: '' }) : isLike(fabric, parts)
}

/**
 * Opens the form with a draft of the garment `rowId`, or of a new one ('new'). If the garment has changed since the
 * draft or was deleted, the form says so as after a conflicting save. Returns whether the garment could be read.
 */
export async function openWithDraft(
  { draft, initial, slugTouched }: ProductDraft,
  of: { rowId: string; version: string },
) {
  if (of.rowId === 'new') {
    openForm(null, serverNow())
    changeForm({ slugTouched })
    changeDraft(draft)
    return true
  }
  const [row] = await Promise.all([findRow('id', of.rowId).catch(() => undefined), fetchShopTime()])
  if (row === undefined) return false
  openForm(row, shopNow())
  if (row === null) changeForm({ slugTouched: true, newer: { row } })
  else if (String(row.version) !== of.version) {
    changeForm({ row: { ...row, version: Number(of.version) }, initial, newer: { row } })
  }
  const isSameVersion = row !== null && String(row.version) === of.version
  changeDraft(isSameVersion ? mergeDrafts({ base: initial, mine: draft, theirs: draftOf(row, shopNow()) }) : draft)
  return true
}

import { createFormControl, type ResolverResult, useFormState, useWatch } from 'react-hook-form'
import { storedUserId } from '#platform/client/stored-session.ts'
import type { FieldName, ProductRow } from '../product.schema.ts'
import { checkDraft, type Draft, draftOf, emptyDraft, type FieldErrors, isSameDraft } from './product-draft.ts'

/** A file on its way into the shop; `share` is how much of it has left, 0 to 1. */
export type Upload = {
  file: File
  /** The file's name in the bucket: the same at every try. */
  name: string
  /** A local address to show it by. */
  preview: string
  /** `shrinking`: the browser is making a smaller picture, or one of another format, of the file. */
  state: 'shrinking' | 'waiting' | 'sending' | 'stored' | 'failed'
  share: number
  problem: string | null
  isLost: boolean
}

/** A file that cannot be a picture; `why` follows its name. */
export type RefusedFile = { name: string; why: string }

/** The form as it stands: `row` is the garment as it was read, null for a new one. */
export type OpenForm = {
  /** Which opening of the form this is: what began in one has no business in the next. */
  opening: number
  /** Names this opening among the drafts of all tabs. */
  slot: string
  /** The administrator who opened it; it is shown to no other. */
  userId: string | null
  row: ProductRow | null
  /** The draft as the form first showed it. */
  initial: Draft
  /** React Hook Form's values and messages; components read them with `useProductFields`. */
  fields: ProductFields
  /** Whether she wrote the slug herself, so that it follows the name no more. */
  slugTouched: boolean
  /** By the pictures' keys. */
  uploads: Record<string, Upload>
  /** Files that were not taken. They stand at the field until others take their place or she leaves them out. */
  refused: RefusedFile[]
  /** A slug nobody has, where hers is taken. */
  freeSlug: string | null
  /** What somebody else made of it meanwhile. */
  newer: { row: ProductRow | null } | null
  saving: boolean
  /** An answer to adding it was lost, so it may be there. */
  mayBeAdded: boolean
}

export type ProductFields = ReturnType<typeof createFormControl<Draft>>

function createFields(initial: Draft): ProductFields {
  const fields = createFormControl<Draft>({ resolver })
  // Until its first reset a form outside React shows its defaults instead of its values.
  fields.reset(initial)
  return fields
}

/** Checks the open form's draft by the product schema. */
function resolver(draft: Draft): ResolverResult<Draft> {
  const errors = Object.entries(checkDraft(draft, { needsDays: open === null || needsDays(open, draft) }))
  if (errors.length === 0) return { values: draft, errors: {} }
  return { values: {}, errors: Object.fromEntries(errors.map(([name, message]) => [name, { type: 'check', message }])) }
}

/** A pre-order that was on before may be over: unchanged days stay as they are. */
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

// It outlives the page: a session that ends, or another tab of the dashboard, takes nothing of what was typed.
let open: OpenForm | null = null
let openings = 0
const listeners = new Set<() => void>()

export function getForm(): OpenForm | null {
  return open
}

/** Calls `tell` at every change; gives the way to stop. */
export function onFormChange(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

function put(next: OpenForm | null): void {
  open = next
  for (const tell of listeners) tell()
}

/** Opens the form for a new garment, or for one that is there; `now` is the shop's clock. */
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

/** Closes it and forgets what stood there. */
export function closeForm(): void {
  for (const { preview } of Object.values(open?.uploads ?? {})) URL.revokeObjectURL(preview)
  put(null)
}

export function changeForm(change: Partial<OpenForm>): void {
  if (open) put({ ...open, ...change })
}

/** Whether that form still stands there, and no other one in its place. */
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

/** Changes one picture's upload; nothing where the picture, or the form it was in, is gone. */
export function changeUpload(key: string, change: Partial<Upload>): void {
  const upload = open?.uploads[key]
  if (open && upload) put({ ...open, uploads: { ...open.uploads, [key]: { ...upload, ...change } } })
}

/** Whether something stands there that was not saved. */
export function isUnsaved(form: OpenForm | null): boolean {
  return form !== null && !isSameDraft(form.initial, form.fields.getValues())
}

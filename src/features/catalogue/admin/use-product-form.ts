import { useEffect, useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'
import { fetchShopTime, shopNow } from '#admin/shop-now.ts'
import { useStaff } from '#admin/staff.ts'
import {
  type FormAction,
  type FormDispatch,
  isUnsaved,
  type OpenForm,
  reduceForm,
  type SaveOutcome,
  storedForm,
  storeForm,
  type Upload,
} from './open-form.ts'
import { randomName, readyPicture, sendPicture } from './picture-file.ts'
import { addProduct, changeProduct, lostSave, type SaveResult } from './product-api.ts'
import { type FieldErrors, keepsEnd, preorderEnd, preorderEntry, productColumns } from './product-draft.ts'

/** The open product form of the back office, and what changes it. */
export type ProductFormState = { form: OpenForm | null; dispatch: FormDispatch }

/**
 * The product form as part of the back office's layout: typed text, uploads and a save in progress outlive its page,
 * and this tab stores the text for a reload or the next sign-in.
 */
export function useProductForm(): ProductFormState {
  const { id: userId } = useStaff()
  const [form, dispatch] = useReducer(reduceForm, userId, storedForm)
  useEffect(() => storeForm(userId, form), [userId, form])
  useUploads(form?.uploads, dispatch)
  useSave(form, dispatch)
  const unsaved = isUnsaved(form)
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  return { form, dispatch }
}

const atOnce = 3

/** Prepares the pictures and uploads them, three at a time; removed ones are stopped. */
function useUploads(uploads: Record<string, Upload> | undefined, dispatch: FormDispatch): void {
  const running = useRef(new Map<string, { step: typeof send; control: AbortController }>())
  useEffect(() => {
    const steps = running.current
    const sending = () => [...steps.values()].filter(({ step }) => step === send).length
    for (const [key, { control }] of steps) if (!uploads?.[key]) control.abort()
    for (const [key, upload] of Object.entries(uploads ?? {})) {
      const step = upload.state === 'new' ? prepare : upload.state === 'waiting' ? send : null
      if (!step || steps.has(key) || (step === send && sending() >= atOnce)) continue
      const control = new AbortController()
      steps.set(key, { step, control })
      void step(key, { upload, signal: control.signal, dispatch }).then((action) => {
        steps.delete(key)
        dispatch(action)
      })
    }
  }, [uploads, dispatch])
}

type Step = { upload: Upload; signal: AbortSignal; dispatch: FormDispatch }

async function prepare(key: string, { upload: { file }, dispatch }: Step): Promise<FormAction> {
  const ready = await readyPicture(file, () => dispatch({ type: 'upload', key, change: { state: 'shrinking' } }))
  if ('why' in ready) return { type: 'refuse-picture', key, refused: { name: file.name, why: ready.why } }
  const named = ready.file === file ? {} : { file: ready.file, name: randomName(ready.file) }
  return { type: 'upload', key, change: { ...named, state: 'waiting' } }
}

async function send(key: string, { upload: { file, name }, signal, dispatch }: Step): Promise<FormAction> {
  const change = (change: Partial<Upload>) => dispatch({ type: 'upload', key, change })
  change({ state: 'sending', share: 0 })
  const sent = await sendPicture({ file, name, signal, onShare: (share) => change({ share }) })
  return { type: 'sent', key, sent }
}

/** Writes the row of a form that is being saved, once its uploads have ended. */
function useSave(form: OpenForm | null, dispatch: FormDispatch): void {
  useEffect(() => {
    const isEnded = ({ state }: Upload) => state === 'stored' || state === 'failed'
    if (!form?.saving || form.saving.isWriting || !Object.values(form.uploads).every(isEnded)) return
    const { opening, saving } = form
    dispatch({ type: 'change', opening, change: { saving: { ...saving, isWriting: true } } })
    void write(form, saving.draft).then(({ action, ...outcome }) => {
      // The caller moves the focus, so the form must have its new state before.
      flushSync(() => dispatch(action))
      saving.settle(outcome)
    })
  }, [form, dispatch])
}

/** A refused picture blocks the save, so that the owner notices that it is missing. */
export function refusedProblem({ refused }: Pick<OpenForm, 'refused'>): FieldErrors {
  if (refused.length === 0) return {}
  const other =
    refused.length === 1
      ? 'Choose another in its place, or remove it.'
      : 'Choose others in their place, or remove these.'
  return { pictures: other }
}

type Written = SaveOutcome & { action: FormAction }

async function write(form: OpenForm, typed: OpenForm['draft']): Promise<Written> {
  const { opening, row, initial, uploads } = form
  const refuse = (change: Partial<OpenForm>, description: string | null): Written => ({
    action: { type: 'change', opening, change: { ...change, saving: null } },
    saved: null,
    notice: description ? { title: 'Error', description, tone: 'error', about: 'products' } : null,
  })
  // The browser could not decode a file meanwhile.
  if (form.refused.length > 0) return refuse({ errors: refusedProblem(form) }, null)
  if (Object.values(uploads).some(({ state }) => state === 'failed')) {
    return refuse({ errors: { pictures: 'Failed to upload image' } }, 'Failed to upload image')
  }
  // Text typed during the upload waits for the next save; the uploaded pictures do not.
  const draft = { ...typed, pictures: form.draft.pictures }
  const entry = preorderEntry(draft, initial)
  const needsClock = draft.isPreorder && !keepsEnd(row, entry)
  const now = needsClock ? await fetchShopTime() : new Date()
  if (!now) return refuse({}, lostSave.words)
  const columns = productColumns(draft, preorderEnd(row, entry, now))
  const result: SaveResult = await (row ? changeProduct(row, columns) : addProduct(columns, form.mayBeAdded))
  // The form shows both versions and takes the focus.
  if (result.kind === 'stale') return refuse({ newer: { row: result.row } }, null)
  if (result.kind === 'refused') {
    const { field, words, isLost } = result.problem
    const errors = field ? { [field]: words } : {}
    const mayBeAdded = form.mayBeAdded || isLost === true
    return refuse({ errors, freeSlug: result.freeSlug ?? null, mayBeAdded }, words)
  }
  const description = row ? 'Product updated successfully' : 'Product added successfully'
  return {
    action: { type: 'saved', opening, draft, row: result.row, now: shopNow() },
    saved: columns.slug,
    notice: { title: 'Success', description, tone: 'success', about: 'products' },
  }
}

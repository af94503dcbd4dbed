import {
  changeDraft,
  changeForm,
  changeUpload,
  getForm,
  onFormChange,
  type RefusedFile,
  type Upload,
} from './open-form.ts'
import { hasTooManyPixels, pictureFit, randomName, refusalOf, sendPicture, shrinkPicture } from './picture-file.ts'

const atOnce = 3
const running = new Map<string, AbortController>()

/**
 * Adds files as pictures and starts their uploads. The field lists refused files until a file of the same name, in any
 * format, replaces them.
 */
export function addPictures(files: readonly File[]): void {
  const form = getForm()
  if (!form) return
  const named = new Set(files.map(({ name }) => bareName(name)))
  const refused = [
    ...form.refused.filter(({ name }) => !named.has(bareName(name))),
    ...files.flatMap((file): RefusedFile[] => {
      const fit = pictureFit(file)
      return typeof fit === 'object' ? [{ name: file.name || 'This file', why: fit.why }] : []
    }),
  ]
  const taken = files.flatMap((file) => {
    const fit = pictureFit(file)
    return typeof fit === 'object' ? [] : [{ key: randomName(file), file, isReady: fit === 'ready' }]
  })
  const uploads = Object.fromEntries(taken.map(({ key, file, isReady }) => [key, newUpload(key, file, isReady)]))
  form.fields.clearErrors('pictures')
  changeForm({ uploads: { ...form.uploads, ...uploads }, refused })
  const added = taken.map(({ key }) => ({ key, stored: null, alt: '' }))
  if (added.length > 0) changeDraft({ pictures: [...form.fields.getValues('pictures'), ...added] })
  for (const { key, file, isReady } of taken) void (isReady ? check(key, file) : shrink(key, file))
}

/** Uploads a file unchanged, unless it has too many pixels. */
async function check(key: string, file: File): Promise<void> {
  const isTooLarge = await hasTooManyPixels(file)
  if (!getForm()?.uploads[key]) return
  changeUpload(key, { state: isTooLarge ? 'shrinking' : 'waiting' })
  if (isTooLarge) await shrink(key, file)
  else sendNext()
}

/** Re-encodes a file in the browser and uploads the result; refuses a file that the browser cannot decode. */
async function shrink(key: string, file: File): Promise<void> {
  const made = await shrinkPicture(file)
  const form = getForm()
  const before = form?.uploads[key]
  // The picture was removed meanwhile, or the form was closed.
  if (!form || !before) return
  if (made) {
    URL.revokeObjectURL(before.preview)
    changeUpload(key, { ...newUpload(randomName(made), made, true), state: 'waiting' })
    sendNext()
  } else {
    removePicture(key)
    changeForm({ refused: [...form.refused, { name: file.name, why: refusalOf(file) }] })
  }
}

/** Removes the refused files from the field. */
export function leaveOutRefused(): void {
  const form = getForm()
  if (!form) return
  form.fields.clearErrors('pictures')
  changeForm({ refused: [] })
}

/** The name without its extension: 'dress.jpg' replaces a refused 'dress.heic'. */
function bareName(name: string): string {
  return name.toLowerCase().replace(/\.[a-z0-9]{1,5}$/, '')
}

function newUpload(name: string, file: File, isReady: boolean): Upload {
  const preview = URL.createObjectURL(file)
  const state = isReady ? 'checking' : 'shrinking'
  return { file, name, preview, state, share: 0, problem: null, isLost: false }
}

/** Retries failed uploads: of one picture, or of all. */
export function retryPictures(key?: string): void {
  const form = getForm()
  if (!form) return
  form.fields.clearErrors('pictures')
  for (const [failed, { state }] of Object.entries(form.uploads)) {
    if (state === 'failed' && (!key || key === failed)) {
      changeUpload(failed, { state: 'waiting', share: 0, problem: null })
    }
  }
  sendNext()
}

/** Retries the uploads that failed for lack of a connection. */
export function retryLostPictures(): void {
  for (const [key, { state, isLost }] of Object.entries(getForm()?.uploads ?? {})) {
    if (state === 'failed' && isLost) retryPictures(key)
  }
}

/** Removes a picture; a job removes its file from the bucket. */
export function removePicture(key: string): void {
  const form = getForm()
  if (!form) return
  running.get(key)?.abort()
  const { [key]: upload, ...uploads } = form.uploads
  if (upload) URL.revokeObjectURL(upload.preview)
  changeForm({ uploads })
  changeDraft({ pictures: form.fields.getValues('pictures').filter((picture) => picture.key !== key) })
}

/** Moves a picture to another position; lists show the first one. */
export function movePicture(key: string, to: number): void {
  const pictures = getForm()?.fields.getValues('pictures') ?? []
  const moved = pictures.find((picture) => picture.key === key)
  if (!moved || to < 0 || to >= pictures.length) return
  changeDraft({ pictures: pictures.filter((picture) => picture !== moved).toSpliced(to, 0, moved) })
}

export function describePicture(key: string, alt: string): void {
  const pictures = getForm()?.fields.getValues('pictures') ?? []
  changeDraft({ pictures: pictures.map((picture) => (picture.key === key ? { ...picture, alt } : picture)) })
}

/** Waits for all uploads, after one more attempt for the failed ones. Returns whether all pictures are stored. */
export async function settlePictures(): Promise<boolean> {
  retryPictures()
  await new Promise<void>((resolve) => {
    function look() {
      if (uploads().some(({ state }) => state !== 'stored' && state !== 'failed')) return
      stop()
      resolve()
    }
    const stop = onFormChange(look)
    look()
  })
  return uploads().every(({ state }) => state === 'stored')
}

function uploads(): Upload[] {
  return Object.values(getForm()?.uploads ?? {})
}

function sendNext(): void {
  for (const [key, upload] of Object.entries(getForm()?.uploads ?? {})) {
    if (running.size >= atOnce) return
    if (upload.state === 'waiting' && !running.has(key)) void send(key, upload)
  }
}

async function send(key: string, { file, name }: Upload): Promise<void> {
  const control = new AbortController()
  running.set(key, control)
  changeUpload(key, { state: 'sending', share: 0 })
  const onShare = (share: number) => changeUpload(key, { share })
  const { url, problem, ...rest } = await sendPicture({ file, name, signal: control.signal, onShare })
  running.delete(key)
  if (url) {
    const fields = getForm()?.fields
    // An upload is not a change by the owner, so the message at the field stays.
    fields?.setValue(
      'pictures',
      fields.getValues('pictures').map((picture) => (picture.key === key ? { ...picture, stored: { url } } : picture)),
    )
    changeUpload(key, { state: 'stored', share: 1 })
  } else {
    changeUpload(key, { state: 'failed', problem: problem ?? null, isLost: 'isLost' in rest && rest.isLost })
  }
  sendNext()
}

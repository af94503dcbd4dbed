import { afterPaint, pressMs } from './after-paint.ts'
import { closeEarlyNotice } from './early-notice.ts'
import type { Notice } from './toast-region.tsx'

let region: Promise<typeof import('./toast-region.tsx') | undefined> | undefined

/**
 * Shows a short notice that screen readers announce. The first notice fetches its code; if that fails, as without a
 * connection, the words appear in a plain box. Browser only.
 */
export async function toast(notice: Notice): Promise<void> {
  closeEarlyNotice()
  const loaded = await load()
  if (loaded) await loaded.showNotice(notice)
  else showPlainly(notice)
}

function showPlainly({ title, description = '' }: Notice): void {
  const box = document.createElement('p')
  box.role = 'alert'
  box.className = 'fixed inset-x-0 bottom-0 z-50 bg-notice px-5 py-4 text-notice-ink'
  box.textContent = `${title}. ${description}`
  document.body.append(box)
  setTimeout(() => box.remove(), 9_000)
}

/** Fetches the code before it is needed, for instance when a form gets the focus. */
export function prepareToasts(): void {
  if (!region) afterPaint(() => void load(), pressMs)
}

/** Closes the notice of a subject (`about`), if it is shown. */
export async function closeToast(about: string): Promise<void> {
  closeEarlyNotice()
  const loaded = await region
  loaded?.closeNotice(about)
}

/**
 * Whether an event's target is a notice: notices are above dialogs, so a press on one is not a press outside the
 * dialog.
 */
export function isOnNotice({ target }: Event): boolean {
  return target instanceof Element && target.closest('[data-sonner-toaster]') !== null
}

function load() {
  region ??= import('./toast-region.tsx').catch(() => {
    region = undefined
    return undefined
  })
  return region
}

export type Notice = {
  title: string
  description?: string | undefined
  tone?: 'plain' | 'success' | 'error'
  /** What it is about: a later notice of the same takes its place, so that nothing outdated stands there. */
  about?: string
  /** A button in the notice, such as the way back. The notice closes when it is pressed. */
  action?: { label: string; onPress: () => void }
  /** How long it stays, where the usual seconds are not right. */
  lastsMs?: number
}

let shelf: Promise<typeof import('./toast-shelf.tsx') | undefined> | undefined

/**
 * Shows a short notice that screen readers announce. Its code is fetched at the first one; where that cannot be, as
 * without a connection, nothing is shown. Browser only.
 */
export async function toast(notice: Notice): Promise<void> {
  const loaded = await load()
  await loaded?.showNotice(notice)
}

/** Fetches the code before it is needed, for instance when a form gets the focus. */
export function prepareToasts(): void {
  void load()
}

/** Whether an event happened on a notice. Notices lie over dialogs: a press on one is not a press beside the dialog. */
export function isOnNotice({ target }: Event): boolean {
  return target instanceof Element && target.closest('[data-sonner-toaster]') !== null
}

function load() {
  shelf ??= import('./toast-shelf.tsx').catch(() => {
    shelf = undefined
    return undefined
  })
  return shelf
}

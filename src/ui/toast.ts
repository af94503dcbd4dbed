export type Notice = {
  title: string
  description?: string | undefined
  tone?: 'plain' | 'success' | 'error'
  /** What it is about: a later notice of the same takes its place, so that nothing outdated stands there. */
  about?: string
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

function load() {
  shelf ??= import('./toast-shelf.tsx').catch(() => {
    shelf = undefined
    return undefined
  })
  return shelf
}

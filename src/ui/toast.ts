export type Notice = {
  title: string
  description?: string | undefined
  tone?: 'plain' | 'success' | 'error'
  /** What it is about: a later notice of the same takes its place, so that nothing outdated stands there. */
  about?: string
}

let shelf: Promise<typeof import('./toast-shelf.tsx')> | undefined

/** Shows a short notice that screen readers announce. Its code is fetched at the first one. Browser only. */
export async function toast(notice: Notice): Promise<void> {
  shelf ??= import('./toast-shelf.tsx')
  const { showNotice } = await shelf
  await showNotice(notice)
}

/** Fetches the code before it is needed, for instance when a form gets the focus. */
export function prepareToasts(): void {
  shelf ??= import('./toast-shelf.tsx')
}

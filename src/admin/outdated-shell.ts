/** What the head and foot of every page and its forms show: an open page has it from when it was loaded. */
const inShell: ReadonlySet<string> = new Set(['identity', 'contact', 'look', 'sizes', 'topics', 'colours'])

let isOutdated = false

/** Notes that a setting was saved. */
export function noteSaved(name: string): void {
  isOutdated ||= inShell.has(name)
}

/** Whether a setting was saved that the open page still shows as it was. */
export function isShellOutdated(): boolean {
  return isOutdated
}

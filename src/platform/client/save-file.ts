/** Saves a text on this device, as CSV unless `type` says otherwise, or bytes. Browser only. */
export function saveFile(name: string, content: string | Blob, type = 'text/csv'): void {
  const bytes = content instanceof Blob ? content : new Blob([content], { type: `${type};charset=utf-8` })
  const address = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the bytes after the click, so they stay available for ten seconds.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Saves a text on this device, as CSV unless `type` says otherwise. Browser only. */
export function saveFile(name: string, text: string, type = 'text/csv'): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the bytes after the click, so they stay available for ten seconds.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

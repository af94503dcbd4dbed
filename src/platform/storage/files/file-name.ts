const form = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/

/** Throws for what the program never names a file: whatever a caller sends cannot come this far. */
export function checkFileName(name: string): string {
  const isPlain = form.test(name) && name.length <= 512 && !name.split('/').some((part) => /^\.+$/.test(part))
  if (!isPlain) throw new Error(`No file may be called ${JSON.stringify(name.slice(0, 100))}`)
  return name
}

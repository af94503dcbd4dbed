const form = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/

/** Throws for a name that the program never makes: no caller's text may become a file name. */
export function checkFileName(name: string): string {
  const isPlain = form.test(name) && name.length <= 512 && !name.split('/').some((part) => /^\.+$/.test(part))
  if (!isPlain) throw new Error(`No file may be called ${JSON.stringify(name.slice(0, 100))}`)
  return name
}

import { shop } from '#shop'

/** Lets the browser save something as a JSON file of its own; gives the file's name. */
export function saveFile(content: object): string {
  const name = `${shop.shortName}-my-data-${new Date().toISOString().slice(0, 10)}.json`
  const address = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the bytes by the time it comes back here.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
  return name
}

import { shop } from '#shop'

/** Downloads `content` as a JSON file; returns the file's name. */
export function saveFile(content: object): string {
  const name = `${shop.shortName}-my-data-${new Date().toISOString().slice(0, 10)}.json`
  const address = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has read the bytes long before this.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
  return name
}

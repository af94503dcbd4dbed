/** What the shop takes as a picture, as a file field says it. A phone turns its own formats into one of these. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif'

const mostBytes = 10_000_000

/** Why a file cannot be a garment's picture, in words; null when it may be. Whether it decodes, the shop finds out. */
export function fileProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!pictureTypes.split(',').includes(type))
    return 'is no picture the shop can use: it takes JPEG, PNG, WebP and AVIF.'
  if (size === 0) return 'is empty.'
  if (size > mostBytes)
    return `is too large: it has ${(size / 1_000_000).toFixed(1)} MB, and a picture has at most 10 MB.`
  return null
}

/** A name nobody can guess or has used, with the file's own extension: '3f0c….jpg'. */
export function randomName({ name, type }: Pick<File, 'name' | 'type'>): string {
  const own = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase()
  return `${randomId()}.${own ?? type.replace('image/', '')}`
}

// crypto.randomUUID is missing on pages that are not served over https.
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** What the shop takes as a picture, as a file field says it. A phone turns its own formats into one of these. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif'

/** The largest picture the shop takes, in bytes. */
export const mostBytes = 10_000_000

/** The largest file the browser re-encodes: a larger one could exhaust the memory of a phone. */
const mostEncodedBytes = 100_000_000

type PictureFile = Pick<File, 'name' | 'type' | 'size'>

/**
 * Whether a file can be sent as it is, or the browser has to make a smaller or another picture of it first; else why it
 * is refused, to follow its name. Whether it decodes is found out later.
 */
export function pictureFit(file: PictureFile): 'ready' | 'encode' | { why: string } {
  if (file.size === 0) return { why: 'is empty.' }
  if (!/^image\//.test(file.type) && !/\.hei[cf]$/i.test(file.name)) {
    return { why: 'can’t be used. Please choose a picture: JPEG, PNG, WebP or AVIF.' }
  }
  if (file.size > mostEncodedBytes) return { why: refusalOf(file) }
  return isKnownType(file) && file.size <= mostBytes ? 'ready' : 'encode'
}

/** Why a file the browser could not re-encode is refused, to follow its name. */
export function refusalOf(file: PictureFile): string {
  if (!isKnownType(file)) return 'can’t be used. Please save it as JPEG.'
  return `is too large (${(file.size / 1_000_000).toFixed(1)} MB). The limit is 10 MB.`
}

function isKnownType({ type }: PictureFile): boolean {
  return pictureTypes.split(',').includes(type)
}

/** A random name with the file's own extension: '3f0c….jpg'. */
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

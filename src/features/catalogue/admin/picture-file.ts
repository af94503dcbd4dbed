/**
 * The formats of pictures that the shop accepts, as the `accept` of a file field. A phone converts its own formats into
 * one of these.
 */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif'

/** The largest accepted picture, in bytes. */
export const mostBytes = 10_000_000

/** The largest file that the browser re-encodes: a larger one could exhaust the memory of a phone. */
const mostEncodedBytes = 100_000_000

type PictureFile = Pick<File, 'name' | 'type' | 'size'>

/**
 * Whether a file can be uploaded unchanged, or the browser must scale down or convert it first; otherwise why it is
 * refused, to continue a sentence that starts with its name. Does not decode the file.
 */
export function pictureFit(file: PictureFile): 'ready' | 'encode' | { why: string } {
  if (file.size === 0) return { why: 'is empty.' }
  if (!/^image\//.test(file.type) && !/\.hei[cf]$/i.test(file.name)) {
    return { why: 'can’t be used. Please choose a picture: JPEG, PNG, WebP or AVIF.' }
  }
  if (file.size > mostEncodedBytes) return { why: refusalOf(file) }
  return isKnownType(file) && file.size <= mostBytes ? 'ready' : 'encode'
}

/** Why a file that the browser could not re-encode is refused, to continue a sentence that starts with its name. */
export function refusalOf(file: PictureFile): string {
  if (!isKnownType(file)) return 'can’t be used. Please save it as JPEG.'
  return `is too large (${(file.size / 1_000_000).toFixed(1)} MB). The limit is 10 MB.`
}

function isKnownType({ type }: PictureFile): boolean {
  return pictureTypes.split(',').includes(type)
}

/** A random file name with the original extension: '3f0c….jpg'. */
export function randomName({ name, type }: Pick<File, 'name' | 'type'>): string {
  const own = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase()
  return `${randomId()}.${own ?? type.replace('image/', '')}`
}

// crypto.randomUUID exists only on pages served over https.
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

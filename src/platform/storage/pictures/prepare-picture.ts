import { preparedPicture } from './image-process.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { PreparedPicture } from './prepare-work.ts'

/**
 * Prepares an upload for storage: a clean image of the same type, upright, in sRGB, without metadata, 2,400 pixels at
 * most; WebP at every width up to its own; and a 16-pixel placeholder. Of an animation the first frame counts. The type
 * is that of the bytes, not of the name. Refuses DamagedPicture unless it decodes completely as JPEG, PNG, WebP or AVIF,
 * OversizedPicture over 40 megapixels, and StorageError 429 when too many tasks wait; `isQuiet`: only while no other task waits.
 * About one second of one core for 12 megapixels.
 */
export function preparePicture(bytes: Buffer, options: { isQuiet?: boolean } = {}): Promise<PreparedPicture> {
  return oneAtATime(() => preparedPicture(bytes, options), options)
}

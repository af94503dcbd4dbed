import { preparedPicture } from './image-process.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { PreparedPicture } from './prepare-work.ts'

/**
 * What is made of an upload before it is kept: a clean one of the same type, upright, in sRGB, without its camera's notes
 * or anything else that came with it, 2,400 pixels at most; WebP at every step of the ladder that it fills; and a picture
 * of 16 pixels. Of something animated the first frame counts. Its type is what its bytes say, whatever it is called.
 * Refuses DamagedPicture for what does not decode whole as JPEG, PNG, WebP or AVIF of 40 megapixels at most, and
 * StorageError 429 when too many wait; `isQuiet`: only while nobody else waits. About a second of one core for 12 megapixels.
 */
export function preparePicture(bytes: Buffer, options: { isQuiet?: boolean } = {}): Promise<PreparedPicture> {
  return oneAtATime(() => preparedPicture(bytes, options), options)
}

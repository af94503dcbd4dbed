import { readPicture } from './image-process.ts'
import type { PictureFacts } from './image-work.ts'
import { oneAtATime } from './one-at-a-time.ts'

/**
 * Width and height in pixels as seen (camera rotation applied), and a picture of 16 pixels as a data URI of some 200
 * characters, shown until the real one is there. Refuses DamagedPicture for what does not decode as a picture.
 */
export function readPictureFacts(bytes: Buffer): Promise<PictureFacts> {
  return oneAtATime(() => readPicture(bytes))
}

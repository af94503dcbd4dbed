import { readPicture } from './image-process.ts'
import type { PictureFacts } from './image-work.ts'
import { oneAtATime } from './one-at-a-time.ts'

/**
 * Width and height in pixels as displayed (camera rotation applied), and a 16-pixel image as a data URI of some 200
 * characters, a placeholder while the image loads. Refuses DamagedPicture.
 */
export function readPictureFacts(bytes: Buffer): Promise<PictureFacts> {
  return oneAtATime(() => readPicture(bytes))
}

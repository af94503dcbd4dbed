import { decoder, oneAtATime } from './image-work.ts'

export type PictureFacts = { width: number; height: number; blur: string }

/**
 * Width and height in pixels as seen (camera rotation applied), and a picture of 16 pixels as a data URI of some 200
 * characters, shown until the real one is there. Throws for what does not decode as a picture.
 */
export function readPictureFacts(bytes: Buffer): Promise<PictureFacts> {
  return oneAtATime(async () => {
    const { autoOrient } = await decoder(bytes).metadata()
    const tiny = await decoder(bytes).autoOrient().resize({ width: 16 }).webp({ quality: 30, effort: 6 }).toBuffer()
    return {
      width: autoOrient.width,
      height: autoOrient.height,
      blur: `data:image/webp;base64,${tiny.toString('base64')}`,
    }
  })
}

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { Db } from '#platform/database/db.ts'
import type { FileStore } from '#platform/storage/files/file-store.ts'
import { readPictureFacts } from '#platform/storage/pictures/picture-facts.ts'
import type { StoredPicture } from '#ui/picture.tsx'
import { garments } from '../../../db/catalogue/garments.ts'
import { saveShopImage } from './save-shop-image.ts'

const Listed = z.object({
  slug: z.string(),
  file: z.string().regex(/^[a-z0-9-]+\.jpg$/),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  alt: z.string(),
  hash: z.string().optional(),
  blur: z.string().startsWith('data:image/webp;base64,').max(600).optional(),
})
type Listed = z.infer<typeof Listed>

/**
 * Copies the pictures listed in `pictures.json` into storage and returns those of each garment, in the order of the
 * list: the first is its main picture. The name of each file contains its content hash, so its URL can be cached
 * permanently. A listed file that is missing stops the start: the list is generated from the files.
 */
export async function storePictures({
  db,
  files,
  picturesDir,
}: {
  db: Db
  files: FileStore
  picturesDir: string
}): Promise<Map<string, StoredPicture[]>> {
  const pictures = new Map<string, StoredPicture[]>()
  const knownSlugs = new Set(garments.map(({ slug }) => slug))
  for (const listed of await readList(picturesDir)) {
    const { slug, file, alt } = listed
    // A garment that was removed from the initial catalogue may still be listed.
    if (!knownSlugs.has(slug)) continue
    const bytes = await readFile(join(picturesDir, file))
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
    const known = knownFacts(listed, hash)
    const facts = known ?? (await readPictureFacts(bytes))
    const key = `catalogue/${basename(file, '.jpg')}-${hash}.jpg` as const
    const url = await saveShopImage({ db, files }, key, bytes, facts, { isClean: known !== null })
    pictures.set(slug, [...(pictures.get(slug) ?? []), { url, alt, ...facts }])
  }
  return pictures
}

/**
 * The listed facts, if the list was made from this very file: decoding sixty files would delay the first page by
 * seconds. The files of the opening catalogue have no metadata.
 */
function knownFacts({ width, height, blur, hash: listed }: Listed, hash: string) {
  return blur !== undefined && listed === hash ? { width, height, blur } : null
}

async function readList(picturesDir: string): Promise<Listed[]> {
  try {
    return z.array(Listed).parse(JSON.parse(await readFile(join(picturesDir, 'pictures.json'), 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

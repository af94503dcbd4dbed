import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { Db } from '#platform/database/db.ts'
import type { FileStore } from '#platform/storage/files/file-store.ts'
import { saveShopImage } from '#platform/storage/objects/save-shop-image.ts'
import { readPictureFacts } from '#platform/storage/pictures/picture-facts.ts'
import type { StoredPicture } from '#ui/picture.tsx'
import { garments } from '../../../db/catalogue/garments.ts'

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
 * Copies the garments' pictures that `pictures.json` lists into storage and gives those of each, in the order of the
 * list: the first is its face. Each is stored under a name that holds its content's hash, so that its address may be
 * kept for good. A listed file that is missing stops the start: the list is made from the files.
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
  const worn = new Set(garments.map(({ slug }) => slug))
  for (const listed of await readList(picturesDir)) {
    const { slug, file, alt } = listed
    // A garment that was taken out of the opening catalogue may still be listed.
    if (!worn.has(slug)) continue
    const bytes = await readFile(join(picturesDir, file))
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
    const facts = knownFacts(listed, hash) ?? (await readPictureFacts(bytes))
    const key = `catalogue/${basename(file, '.jpg')}-${hash}.jpg`
    const url = await saveShopImage({ db, files }, key, bytes, facts)
    pictures.set(slug, [...(pictures.get(slug) ?? []), { url, alt, ...facts }])
  }
  return pictures
}

/** As listed, where the list was made of this very file: to decode sixty takes seconds, before there is a first page. */
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

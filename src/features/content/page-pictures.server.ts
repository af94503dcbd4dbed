import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { pictureBucket } from '#features/catalogue/product.schema.ts'
import { type ShopImageName, saveShopImage } from '#features/catalogue/save-shop-image.ts'
import type { PagePictures } from '#features/settings/page-settings.ts'
import type { Db } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import type { FileStore } from '#platform/storage/files/file-store.ts'
import type { PictureUse } from '#platform/storage/picture-use.ts'
import { readPictureFacts } from '#platform/storage/pictures/image-process.ts'

type Named = Readonly<Record<string, { file: string; alt: string }>>
/** The names under which the photographs of the pages are stored. */
export type PagePictureNames = readonly string[]
type Facts = { width: number; height: number; blur: string }

type OpenPagePicturesOptions = { db: Db; files: FileStore; picturesDir: string; log: Log; pictures: Named }

/**
 * The photographs of the pages, each copied into storage if its file is new. The stored name contains the content's
 * hash, so the URL can be cached permanently and the metadata is read once. A missing file is left out, and so, with a
 * warning, is one that is not an image; neither stops the start.
 */
export async function openPagePictures({ pictures, log, ...at }: OpenPagePicturesOptions): Promise<PagePictures> {
  const opened: Record<string, PagePictures[string]> = {}
  for (const [name, { file, alt }] of Object.entries(pictures)) {
    try {
      opened[name] = { ...(await openPicture(file, at)), alt }
    } catch (error) {
      // A brand may have no photograph, so this is not logged.
      if (isMissing(error)) log.debug({ picture: name, file }, 'pages do without a picture that is not there')
      else log.warn({ picture: name, file, error }, 'pages do without a picture that could not be read')
    }
  }
  return opened
}

/**
 * The stored names of the photographs that the pages show now, one for each file that is there. Refuses a file that
 * cannot be read: its picture may be in use.
 */
export async function listPagePictures(pictures: Named, picturesDir: string): Promise<PagePictureNames> {
  const names: string[] = []
  for (const { file } of Object.values(pictures)) {
    const bytes = await readFile(join(picturesDir, file)).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
    if (bytes) names.push(nameOf(file, bytes))
  }
  return names
}

/** The photographs of the pages, by the names of `listPagePictures`: no table has them. */
export function pagePictureUse(names: PagePictureNames): PictureUse {
  return { columns: [], shows: sql`object.name = any(${names}::text[])` }
}

async function openPicture(
  file: string,
  { db, files, picturesDir }: { db: Db; files: FileStore; picturesDir: string },
): Promise<Facts & { url: string }> {
  const bytes = await readFile(join(picturesDir, file))
  const name = nameOf(file, bytes)
  const known = await findFacts(db, name)
  const facts = known ?? (await readPictureFacts(bytes))
  const url = await saveShopImage({ db, files }, name, bytes, facts)
  if (!known) await keepEarlier(db, file)
  return { url, width: facts.width, height: facts.height, blur: facts.blur }
}

function nameOf(file: string, bytes: Buffer): ShopImageName {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  return `site/${basename(file, '.jpg')}-${hash}.jpg`
}

/** Keeps the earlier photographs of a file for another week: during an update the old program still shows them. */
async function keepEarlier(db: Db, file: string): Promise<void> {
  await db.asService((tx) =>
    sql`update storage.objects set updated_at = now() where bucket_id = ${pictureBucket}
      and starts_with(name, ${`site/${basename(file, '.jpg')}-`})`.execute(tx),
  )
}

async function findFacts(db: Db, key: string): Promise<Facts | undefined> {
  const { rows } = await db.asService((tx) =>
    sql<{ picture: Facts | null }>`select picture from storage.objects
      where bucket_id = ${pictureBucket} and name = ${key}`.execute(tx),
  )
  return rows[0]?.picture ?? undefined
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

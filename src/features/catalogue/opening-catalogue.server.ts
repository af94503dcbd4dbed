import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { pence, poundsFromPence } from '#base/money.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import type { FileStore } from '#platform/storage/files/file-store.ts'
import { readPictureFacts } from '#platform/storage/pictures/image-process.ts'
import type { StoredPicture } from '#ui/picture.tsx'
import { lengthText } from './measures.ts'
import { type Garment, openingGarments as garments } from './opening-garments.ts'
import { toColumns } from './product.schema.ts'
import { saveShopImage } from './save-shop-image.ts'

type OpeningDeps = { db: Db; files: FileStore; picturesDir: string }

/** Set once, whatever happens to the garments: an owner who deletes them all does not get them again. */
const openedSetting = 'catalogue.opened'
const openingLock = 7_203_519_450

/**
 * Fills a new shop with its initial catalogue, once: on the first start of a database that never had a product. The
 * ends of the pre-orders are relative to now. A garment without a picture in `picturesDir` is added without one.
 * Returns the number of garments added: 0 for an existing shop.
 */
export async function importOpeningCatalogue({ log, ...deps }: OpeningDeps & { log: Log }): Promise<number> {
  const { db } = deps
  if (!(await db.asService(isNew))) return 0
  // Files first: an unused file is harmless, a product without its file is not.
  const pictures = await storePictures(deps)
  const without = garments.filter(({ slug }) => !pictures.has(slug)).map(({ slug }) => slug)
  if (without.length > 0) log.warn({ garments: without }, 'these garments open without a picture')
  return db.asService(async (tx) => {
    await sql`select pg_advisory_xact_lock(${openingLock})`.execute(tx)
    // Another process that started at the same time may have been first.
    if (!(await isNew(tx))) return 0
    await tx
      .insertInto('products')
      .values(garments.map((garment, index) => rowOf(garment, index, pictures)))
      .execute()
    await tx.insertInto('private.settings').values({ name: openedSetting, value: 'true' }).execute()
    return garments.length
  })
}

async function isNew(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`select not exists (select from public.products)
    and not exists (select from private.deleted_products)
    and not exists (select from private.settings where name = ${openedSetting}) as "isNew"`.execute(tx)
  return rows[0]?.isNew === true
}

function rowOf(garment: Garment, index: number, pictures: Map<string, StoredPicture[]>) {
  const views = pictures.get(garment.slug) ?? []
  const { preorderDays, pricePence, ...values } = garment
  return {
    ...toColumns({ ...values, kinds: [values.kind], length: lengthText(values.measures) }),
    kind: values.kind,
    price: poundsFromPence(pence(pricePence)),
    is_preorder: preorderDays !== undefined,
    preorder_end_date:
      preorderDays === undefined ? null : sql<Date>`public.shop_now() + ${preorderDays * 24} * interval '1 hour'`,
    // Lists sort by age, so the garments are one second apart, in the catalogue's order.
    created_at: sql<Date>`public.shop_now() - ${garments.length - index} * interval '1 second'`,
    pictures: JSON.stringify(views),
    image_url: views[0]?.url ?? null,
  }
}

const Listed = z.object({
  slug: z.string(),
  file: z.string().regex(/^[a-z0-9-]+\.jpg$/),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  alt: z.string(),
  hash: z.string().optional(),
  blur: z
    .string()
    .regex(/^#[\da-f]{6},#[\da-f]{6}$/)
    .optional(),
})
type Listed = z.infer<typeof Listed>

/**
 * Copies the pictures listed in `pictures.json` into storage and returns those of each garment, in the order of the
 * list: the first is its main picture. The name of each file contains its content hash, so its URL can be cached
 * permanently. A listed file that is missing stops the start: the list is generated from the files.
 */
export async function storePictures({ db, files, picturesDir }: OpeningDeps): Promise<Map<string, StoredPicture[]>> {
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

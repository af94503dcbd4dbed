import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import type { FileStore } from '#platform/storage/files/file-store.ts'
import type { StoredPicture } from '#ui/picture.tsx'
import type { Garment } from '../../../db/catalogue/garment.ts'
import { garments } from '../../../db/catalogue/garments.ts'
import { lengthText } from './measures.ts'
import { storePictures } from './opening-pictures.server.ts'
import { toColumns } from './product.schema.ts'

/** Set once, whatever happens to the garments: an owner who deletes them all does not get them again. */
const openedSetting = 'catalogue.opened'
const openingLock = 7_203_519_450

/**
 * Fills a new shop with its initial catalogue, once: on the first start of a database that never had a product. The
 * ends of the pre-orders are relative to now. A garment without a picture in `picturesDir` is added without one.
 * Returns the number of garments added: 0 for an existing shop.
 */
export async function importOpeningCatalogue({
  db,
  files,
  picturesDir,
  log,
}: {
  db: Db
  files: FileStore
  picturesDir: string
  log: Log
}): Promise<number> {
  if (!(await db.asService(isNew))) return 0
  // Files first: an unused file is harmless, a product without its file is not.
  const pictures = await storePictures({ db, files, picturesDir })
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
    ...toColumns({ ...values, length: lengthText(values.measures) }),
    price: pricePence / 100,
    is_preorder: preorderDays !== undefined,
    preorder_end_date:
      preorderDays === undefined ? null : sql<Date>`public.shop_now() + ${preorderDays * 24} * interval '1 hour'`,
    // Lists sort by age, so the garments are one second apart, in the catalogue's order.
    created_at: sql<Date>`public.shop_now() - ${garments.length - index} * interval '1 second'`,
    pictures: JSON.stringify(views),
    image_url: views[0]?.url ?? null,
  }
}

import { resolve } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { pictureBucket } from '#features/catalogue/product.schema.ts'
import { deletedProductPictures, productPictures, type ShopImageFolder } from '#features/catalogue/save-shop-image.ts'
import { orderPictures } from '#features/checkout/place-order.ts'
import { documentPictures } from '#features/content/documents/edit-documents.ts'
import { listPagePictures, type PagePictureNames, pagePictureUse } from '#features/content/page-pictures.server.ts'
import { returnPictures } from '#features/orders/returns/declare-return.ts'
import { returnPhotographs } from '#features/orders/returns/return.ts'
import { reviewPhotographs, reviewPictures } from '#features/reviews/review.ts'
import { reviewPictureUse } from '#features/reviews/writing/buyer-reviews.ts'
import { settingPictures } from '#features/settings/admin/change-setting.ts'
import type { Db } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import type { FileStore } from '#platform/storage/files/file-store.ts'
import { isShownBy, type PictureUse, type PictureUses } from '#platform/storage/picture-use.ts'
import { type Swept, sweepStorage } from '#platform/storage/sweep-storage.ts'
import { pagePictures } from '#shop-defaults'

/** Every place that names a stored picture, by bucket. */
export function pictureUses(pages: PagePictureNames): PictureUses {
  /** The shop's own images, by the folder that they are stored in: a new folder needs a use. */
  const own = { catalogue: productPictures, site: pagePictureUse(pages) } satisfies Record<ShopImageFolder, PictureUse>
  return {
    [pictureBucket]: [deletedProductPictures, orderPictures, settingPictures, documentPictures, ...Object.values(own)],
    [returnPhotographs]: [returnPictures],
    [reviewPhotographs]: [reviewPictureUse],
    [reviewPictures]: [reviewPictureUse],
  }
}

/** The buckets whose uploads are decoded and must be images. What no use shows is swept from them. */
export const pictureBuckets: ReadonlySet<string> = new Set(Object.keys(pictureUses([])))

/** Whether a picture (`object`, a row of storage.objects) is in use. `pages`: the names of the pages' own photographs. */
export function isPictureShown(pages: PagePictureNames): RawBuilder<boolean> {
  return isShownBy(pictureUses(pages))
}

/** The folder of the opening catalogue's and the pages' photographs. */
export function picturesDir(): string {
  return resolve('db/catalogue/pictures')
}

/**
 * The sweep of this program. The photographs of its start stay for as long as it runs: its pages show them, whatever
 * becomes of their files.
 */
export function createSweep(
  deps: { db: Db; files: FileStore; log: Log },
  pages = listPagePictures(pagePictures, picturesDir()),
): () => Promise<Swept> {
  // Each sweep reports the failure.
  pages.catch(() => undefined)
  return async () => sweepStorage({ ...deps, pictureBuckets, isShown: isPictureShown(await pages) })
}

/**
 * The pictures that a shop opens with. A rehearsal makes their sizes at their requests: made ahead, they would keep a
 * new clone's machine busy for minutes.
 */
export const isOpeningPicture = sql<boolean>`object.bucket_id = ${pictureBucket} and object.name ~ '^(catalogue|site)/'`

import { join } from 'node:path'
import { importOpeningCatalogue } from '#features/catalogue/opening-catalogue.server.ts'
import { findExampleTexts } from '#features/content/example-texts.ts'
import { openPagePictures } from '#features/content/page-pictures.server.ts'
import type { PagePictures } from '#features/settings/page-settings.ts'
import { picturesDir } from '#operations/picture-uses.ts'
import { createFirstAdministrator } from '#platform/auth/administrators.ts'
import type { Log } from '#platform/log.ts'
import { warnOfOtherFolder } from '#platform/storage/files/image-folder-mark.ts'
import { openFileStore } from '#platform/storage/files/open-file-store.ts'
import { pagePictures } from '#shop'
import type { AppContext } from './create-app-context.ts'
import { handOverPassword } from './first-password.ts'

/**
 * Prepares a new shop: an administrator and a first catalogue. At later starts it only reads new pictures of the pages,
 * which it returns.
 */
export async function firstStart({ config, db, dataDir, log }: AppContext): Promise<PagePictures> {
  const live = config.SHOP_MODE === 'live'
  await createFirstAdministrator(db, {
    email: config.ADMIN_EMAIL,
    password: config.ADMIN_PASSWORD,
    inventedFor: 'owner@localhost.localdomain',
    live,
    keep: (made) => handOverPassword(made, { dataDir, terminal: process.stdout, live }),
  })
  const files = openFileStore({ dataDir, config, log })
  await warnOfOtherFolder({ db, files, folder: join(dataDir, 'storage'), log })
  if (live) warnOfExamples(log)
  const from = { db, files, picturesDir: picturesDir(), log }
  await importOpeningCatalogue(from)
  return openPagePictures({ ...from, pictures: pagePictures })
}

/** Customers of a live shop would take invented texts for the owner's. */
export function warnOfExamples(log: Log): void {
  for (const { page, text, file } of findExampleTexts())
    log.warn({ page, text, file }, 'a page still speaks of the example shop; /admin/settings lists all of it')
}

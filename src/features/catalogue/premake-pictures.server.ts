import type { Derivatives } from '#features/storage/pictures/derivatives.ts'
import { premakePictures } from '#features/storage/pictures/premake-pictures.ts'
import type { Db } from '#infrastructure/db/db.ts'

/** Has the pictures of every garment on sale made in the sizes that pages ask for, in quiet moments. Returns at once. */
export async function premakeGarmentPictures({
  db,
  dataDir,
  derivatives,
}: {
  db: Db
  dataDir: string
  derivatives: Derivatives
}): Promise<void> {
  const rows = await db.as({ role: 'anon' }, (tx) =>
    tx.selectFrom('products').select('pictures').orderBy('created_at').limit(200).execute(),
  )
  const pictures = rows.flatMap(({ pictures }) => (Array.isArray(pictures) ? (pictures as { url?: unknown }[]) : []))
  const urls = pictures.map((picture) => picture.url).filter((url) => typeof url === 'string')
  await premakePictures(urls, { dataDir, derivatives })
}

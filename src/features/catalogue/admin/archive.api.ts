import type { Hono } from 'hono'
import type { Db } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { freeSlug } from '../slug.ts'
import { listArchive, restoreProduct } from './archive.ts'
import { listArchivedProducts, restoreDeletedProduct } from './products.contract.ts'

/** The archive of deleted products. */
export function archiveApi(): Hono<Env> {
  return endpoints(
    handle(listArchivedProducts, ({ db, query }) => db.asService((tx) => listArchive(tx, query))),
    handle(restoreDeletedProduct, async ({ db, body, asCaller }) => {
      const lost = await asCaller((tx) => restoreProduct(tx, body)).catch(async (error: unknown) => {
        throw isSlugTaken(error) ? await slugTaken(db, body.slug) : error
      })
      if (lost === null) throw new AppError('not_found', 'This product is no longer in the archive.')
      return { lost_pictures: lost }
    }),
  )
}

/** PostgreSQL's unique_violation. */
const uniqueViolation = '23505'

function isSlugTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === uniqueViolation && constraint === 'products_slug_key'
}

async function slugTaken(db: Db, slug: string): Promise<AppError> {
  const similar = await db.asService((tx) =>
    tx
      .selectFrom('products')
      .select('slug')
      .where('slug', 'like', `${slug.slice(0, 70)}%`)
      .execute(),
  )
  const free = freeSlug(
    slug,
    similar.map((row) => row.slug),
  )
  return new AppError('already_exists', `Another product already uses the address ${slug}.`, {
    details: { free_slug: free },
  })
}

import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type Administrator, requireAdministrator } from '#platform/auth/require-administrator.ts'
import type { Db } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import { freeSlug, slugProblem } from '../slug.ts'
import { listArchive, restoreProduct } from './archive.ts'

const ListQuery = z.object({
  q: z.string().trim().max(120).default(''),
  from: z.coerce.number().int().min(0).max(1_000_000).default(0),
})

const RestoreBody = z.object({
  id: z.uuid(),
  slug: z.string().superRefine((slug, context) => {
    const problem = slugProblem(slug)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  }),
})

/**
 * The archive of deleted products, mounted at /functions/v1 for administrators only. GET archived-products?q=&from=
 * returns one page `{ rows, total }`; POST restore-product `{ id, slug }` restores a product as inactive and returns `{
 * lost_pictures }`. It answers not_found if the archive does not contain the product, and already_exists with
 * `details.free_slug` if another product has the slug.
 */
export function archiveApi({ db }: { db: Db }): Hono<Env> {
  function administrator(c: Context<Env>): Promise<Administrator> {
    c.header('Cache-Control', 'no-store')
    return requireAdministrator(db, c)
  }

  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .get('/archived-products', async (c) => {
      await administrator(c)
      const query = ListQuery.parse(c.req.query())
      return c.json(await db.asService((tx) => listArchive(tx, query)))
    })
    .post('/restore-product', async (c) => {
      const { userId } = await administrator(c)
      const body = RestoreBody.parse(await c.req.json())
      // With the administrator's id, so that the audit log says who restored it.
      const lost = await db
        .as({ role: 'service_role', sub: userId }, (tx) => restoreProduct(tx, body), requestContextOf(c))
        .catch(async (error: unknown) => {
          throw isSlugTaken(error) ? await slugTaken(db, body.slug) : error
        })
      if (lost === null) throw new AppError('not_found', 'This product is no longer in the archive.')
      return c.json({ lost_pictures: lost })
    })
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

import type { Context } from 'hono'
import { sql } from 'kysely'
import type { Claims, Db } from '../database/db.ts'
import type { Env } from '../http/env.ts'
import { AppError } from '../http/errors/app-error.ts'
import { getSignedIn } from '../http/identity/signed-in.ts'

/** A caller that the database confirmed as an administrator in this request, by the rule of its policies. */
type Administrator = { userId: string; claims: Claims & { sub: string } }

/**
 * The caller, if they are an administrator. Refuses unauthorized (401) for a visitor, an API key and an invalid token,
 * and forbidden (403) for all others: a customer, a removed role, and, where administrators need a second factor, a
 * session without it (`details.reason: 'second_factor'`).
 */
export async function requireAdministrator(db: Db, c: Context<Env>): Promise<Administrator> {
  const claims = getSignedIn(c)
  const { rows } = await db.as(claims, (tx) =>
    sql<{ is_admin: boolean; has_role: boolean }>`
      select private.is_admin() as is_admin,
        exists (select from public.user_roles where user_id = auth.uid() and role = 'admin') as has_role`.execute(tx),
  )
  const [found] = rows
  if (found?.is_admin) return { userId: claims.sub, claims }
  throw new AppError(
    'forbidden',
    'Only administrators can do this.',
    found?.has_role ? { details: { reason: 'second_factor' } } : {},
  )
}

import type { Context } from 'hono'
import { sql } from 'kysely'
import type { Claims, Db } from '../database/db.ts'
import type { Env } from '../http/env.ts'
import { AppError } from '../http/errors/app-error.ts'
import { getSignedIn } from '../http/identity/signed-in.ts'
import { type Allowed, isAllowed, type Role } from './roles.ts'

/** A caller whose role the database confirmed in this request, by the rule of its policies. */
type Staff = { role: Role; claims: Claims & { sub: string } }

/**
 * The caller, if they have one of the roles. Refuses unauthorized (401) for a visitor, an API key and an invalid token,
 * and forbidden (403) for all others: a customer, another or a removed role, and, where the account needs a second
 * factor, a session without it (`details.reason: 'second_factor'`).
 */
export async function requireRole(db: Db, c: Context<Env>, allowed: Allowed): Promise<Staff> {
  const claims = getSignedIn(c)
  const { rows } = await db.as(claims, (tx) =>
    sql<{ role: Role; is_open: boolean }>`
      select role, private.has_role(role) as is_open from public.user_roles where user_id = auth.uid()`.execute(tx),
  )
  const { role = null, is_open: isOpen = false } = rows[0] ?? {}
  if (role && isAllowed(role, allowed)) {
    if (isOpen) return { role, claims }
    throw new AppError('forbidden', 'Please confirm with your second step first.', {
      details: { reason: 'second_factor' },
    })
  }
  throw new AppError(
    'forbidden',
    allowed === 'administrators' ? 'Only administrators can do this.' : 'Your account doesn’t have access to this.',
  )
}

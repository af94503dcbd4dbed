import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { findAccountByEmail } from '../account/account.ts'
import { AuthError } from '../auth-error.ts'

/** Refuses 422 `email_exists` or `phone_exists` if another account has one of them. */
export async function requireFree(
  tx: Tx,
  { email, phone, except }: { email?: string | undefined; phone?: string | undefined; except?: string },
): Promise<void> {
  const owner = email === undefined ? null : await findAccountByEmail(tx, email)
  if (owner && owner.user.id !== except) throw emailExists()
  if (phone === undefined) return
  const { rows } = await sql<{ id: string }>`select id from auth.users where phone = ${phone}`.execute(tx)
  if (rows[0] && rows[0].id !== except) throw phoneExists()
}

/**
 * Maps the database's unique violation to the same error: two concurrent calls may both have found the address free.
 */
export async function mapTakenErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === '23505' && constraint === 'users_email_key') throw emailExists(error)
    if (code === '23505' && constraint === 'users_phone_key') throw phoneExists(error)
    throw error
  }
}

export function emailExists(cause?: unknown): AuthError {
  return taken('email_exists', 'A user with this email address has already been registered', cause)
}

function phoneExists(cause?: unknown): AuthError {
  return taken('phone_exists', 'A user with this phone number has already been registered', cause)
}

function taken(code: string, message: string, cause: unknown): AuthError {
  return new AuthError(422, code, message, cause === undefined ? {} : { cause })
}

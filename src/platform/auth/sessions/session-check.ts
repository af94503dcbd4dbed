import { sql } from 'kysely'
import type { Claims, Db, Tx } from '#platform/database/db.ts'
import { TokenError } from '#platform/http/identity/tokens.ts'
import { isUuid } from '../read-body.ts'

type Known = { isOpen: boolean; untilMs: number }

const reuseMs = 1_000
const maxSessions = 5_000

/**
 * Whether a token's session is still open, for /rest/v1, functions and storage: cached for a second, so a sign-out, a
 * ban or a deletion applies within one. The database checks the session's level in every statement. A token without a
 * session, as services and other issuers make them, holds unless its user is an account that is banned or deleted.
 */
export function createSessionCheck(db: Db): (claims: Claims) => Promise<Claims> {
  const known = new Map<string, Known>()

  async function readSession(sessionId: string | null, userId: string): Promise<Known> {
    const isOpen = await db.asService((tx) =>
      sessionId === null ? isFree(tx, userId) : hasSession(tx, sessionId, userId),
    )
    if (known.size >= maxSessions) known.clear()
    const found = { isOpen, untilMs: performance.now() + reuseMs }
    known.set(`${sessionId} ${userId}`, found)
    return found
  }

  return async (claims) => {
    const { session_id: sessionId = null, sub, role } = claims as Record<string, unknown>
    if (role !== 'authenticated') return claims
    if (typeof sub !== 'string' || !(sessionId === null || isUuid(sessionId))) throw ended()
    const remembered = known.get(`${sessionId} ${sub}`)
    const { isOpen } =
      remembered && remembered.untilMs > performance.now() ? remembered : await readSession(sessionId, sub)
    if (!isOpen) throw ended()
    return claims
  }
}

async function hasSession(tx: Tx, sessionId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = ${sessionId} and s.user_id = ${userId} and u.deleted_at is null
      and (s.not_after is null or s.not_after > public.shop_now())
      and (u.banned_until is null or u.banned_until <= public.shop_now())`.execute(tx)
  return rows.length > 0
}

async function isFree(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`select from auth.users
    where id = ${userId} and (deleted_at is not null or banned_until > public.shop_now())`.execute(tx)
  return rows.length === 0
}

function ended(): TokenError {
  return new TokenError('claims', 'Session from session_id claim in JWT does not exist')
}

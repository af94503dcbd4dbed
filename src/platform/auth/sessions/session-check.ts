import { sql } from 'kysely'
import type { Claims, Db } from '#platform/database/db.ts'
import { TokenError } from '#platform/http/identity/token-error.ts'

type Known = { isOpen: boolean; untilMs: number }

const reuseMs = 1_000
const maxSessions = 5_000

/**
 * Whether a token's session is still open, for /rest/v1, functions and storage: cached for a second, so a sign-out, a
 * ban or a deletion applies within one. The database checks the session's level in every statement. Tokens without a
 * session pass: services and other issuers make such.
 */
export function createSessionCheck(db: Db): (claims: Claims) => Promise<Claims> {
  const known = new Map<string, Known>()

  async function readSession(sessionId: string, userId: string): Promise<Known> {
    const { rows } = await db.asService((tx) =>
      sql`select from auth.sessions s join auth.users u on u.id = s.user_id
        where s.id = ${sessionId} and s.user_id = ${userId} and u.deleted_at is null
          and (s.not_after is null or s.not_after > public.shop_now())
          and (u.banned_until is null or u.banned_until <= public.shop_now())`.execute(tx),
    )
    if (known.size >= maxSessions) known.clear()
    const found = { isOpen: rows.length > 0, untilMs: performance.now() + reuseMs }
    known.set(`${sessionId} ${userId}`, found)
    return found
  }

  return async (claims) => {
    const { session_id: sessionId, sub, role } = claims as Record<string, unknown>
    if (role !== 'authenticated' || sessionId === undefined || sessionId === null) return claims
    if (typeof sub !== 'string' || typeof sessionId !== 'string' || !uuid.test(sessionId)) throw ended()
    const remembered = known.get(`${sessionId} ${sub}`)
    const { isOpen } =
      remembered && remembered.untilMs > performance.now() ? remembered : await readSession(sessionId, sub)
    if (!isOpen) throw ended()
    return claims
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function ended(): TokenError {
  return new TokenError('claims', 'Session from session_id claim in JWT does not exist')
}

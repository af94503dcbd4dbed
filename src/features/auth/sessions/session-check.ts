import { sql } from 'kysely'
import type { Claims, Db } from '#infrastructure/db/db.ts'
import { TokenError } from '#infrastructure/http/token-error.ts'

type Known = { aal: string | null; untilMs: number }

const keptMs = 1_000
const mostKept = 5_000

/**
 * Whether the session a token names is still one, for the data, the functions and the images: kept for a second, so a
 * logout, a ban or a deletion holds within one. Gives the claims with the assurance level the session has now, which may
 * have fallen since the token was made. Tokens that name no session pass: services and other issuers make such.
 */
export function createSessionCheck(db: Db): (claims: Claims) => Promise<Claims> {
  const known = new Map<string, Known>()

  async function look(key: string, sessionId: string, userId: string): Promise<Known> {
    const { rows } = await db.asService((tx) =>
      sql<{ aal: string }>`select s.aal::text as aal from auth.sessions s join auth.users u on u.id = s.user_id
        where s.id = ${sessionId} and s.user_id = ${userId} and u.deleted_at is null
          and (s.not_after is null or s.not_after > public.shop_now())
          and (u.banned_until is null or u.banned_until <= public.shop_now())`.execute(tx),
    )
    if (known.size >= mostKept) known.clear()
    const found = { aal: rows[0]?.aal ?? null, untilMs: performance.now() + keptMs }
    known.set(key, found)
    return found
  }

  return async (claims) => {
    const { session_id: sessionId, sub, role } = claims
    if (role !== 'authenticated' || typeof sessionId !== 'string' || sub === undefined) return claims
    if (!uuid.test(sessionId)) throw ended()
    // By the token's level too: a session that has just risen is asked about anew, not a second later.
    const key = `${sessionId} ${sub} ${claims.aal === 'aal2' ? 'aal2' : 'aal1'}`
    const remembered = known.get(key)
    const session = remembered && remembered.untilMs > performance.now() ? remembered : await look(key, sessionId, sub)
    if (!session.aal) throw ended()
    return session.aal === 'aal1' && claims.aal !== 'aal1' ? { ...claims, aal: 'aal1' } : claims
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function ended(): TokenError {
  return new TokenError('claims', 'Session from session_id claim in JWT does not exist')
}

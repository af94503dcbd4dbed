import { sql } from 'kysely'
import type { Claims, Db } from '#infrastructure/db/db.ts'
import { TokenError } from '#infrastructure/http/token-error.ts'

type Session = { aal: 'aal1' | 'aal2'; has_factor: boolean }
type Known = { session: Session | null; untilMs: number }

const keptMs = 1_000
const mostKept = 5_000

/**
 * Whether the session a token names is still one, for the data, the functions and the images: kept for a second, so a
 * logout, a ban or a deletion holds within one. Gives the claims with the assurance level the session has now, which may
 * have fallen since the token was made, and with `owes_factor` whether the account has a second factor that this session
 * has not shown. Tokens that name no session pass: services and other issuers make such.
 */
export function createSessionCheck(db: Db): (claims: Claims) => Promise<Claims> {
  const known = new Map<string, Known>()

  async function look(key: string, sessionId: string, userId: string): Promise<Known> {
    const { rows } = await db.asService((tx) =>
      sql<Session>`select s.aal::text as aal, exists (select from auth.mfa_factors f
          where f.user_id = u.id and f.status = 'verified') as has_factor
        from auth.sessions s join auth.users u on u.id = s.user_id
        where s.id = ${sessionId} and s.user_id = ${userId} and u.deleted_at is null
          and (s.not_after is null or s.not_after > public.shop_now())
          and (u.banned_until is null or u.banned_until <= public.shop_now())`.execute(tx),
    )
    if (known.size >= mostKept) known.clear()
    const found = { session: rows[0] ?? null, untilMs: performance.now() + keptMs }
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
    const { session } =
      remembered && remembered.untilMs > performance.now() ? remembered : await look(key, sessionId, sub)
    if (!session) throw ended()
    const aal = claims.aal === 'aal2' ? session.aal : 'aal1'
    return { ...claims, aal, owes_factor: session.has_factor && aal === 'aal1' }
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function ended(): TokenError {
  return new TokenError('claims', 'Session from session_id claim in JWT does not exist')
}

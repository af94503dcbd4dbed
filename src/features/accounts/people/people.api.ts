import type { Hono } from 'hono'
import type { AuthDeps } from '#platform/auth/auth-deps.ts'
import { AuthError } from '#platform/auth/auth-error.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { requireFreshSession } from '../own-session.ts'
import { changePerson, invitePerson, listPeople } from './people.contract.ts'
import { changeRole, invite, readPeople } from './write-people.ts'

/** The people of the back office. Every change is in the audit log. */
export function peopleApi(deps: AuthDeps): Hono<Env> {
  return endpoints(
    handle(listPeople, async ({ db, claims: { sub } }) => ({
      people: await db.asService((tx) => readPeople(tx, sub)),
    })),
    handle(invitePerson, async ({ asCaller, claims, body }) => {
      const people = await asCaller(async (tx) => {
        await requireFreshSession(tx, claims)
        await invite(deps, tx, body)
        return readPeople(tx, claims.sub)
      }).catch(explain)
      return { people }
    }),
    handle(changePerson, async ({ asCaller, claims, body }) => ({
      people: await asCaller(async (tx) => {
        await requireFreshSession(tx, claims)
        await changeRole(tx, body)
        return readPeople(tx, claims.sub)
      }),
    })),
  )
}

/** What the accounts refuse, in the words of this API. */
function explain(error: unknown): never {
  if (!(error instanceof AuthError)) throw error
  if (error.status === 429) {
    const message = 'This address has just been invited. Please wait a minute before inviting it again.'
    throw new AppError('over_request_rate_limit', message, { cause: error })
  }
  throw new AppError('conflict', 'Someone else has just invited this address.', { cause: error })
}

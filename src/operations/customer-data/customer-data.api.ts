import type { Hono } from 'hono'
import { getLimitedCaller, getOwnSession, requireSecondFactor } from '#features/accounts/own-session.ts'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { collectMyData } from './collect-my-data.ts'
import { eraseMyAccount, exportMyData } from './customer-data.contract.ts'
import { eraseAccount } from './erase-account.ts'

const exports: Rate = { max: 6, perSeconds: 600 }
/** Limits how often a person who finds an open session can guess the address. */
const erasures: Rate = { max: 10, perSeconds: 600 }

/** The data the shop holds about the caller. Needs the second factor where the account has one. */
export function customerDataApi(): Hono<Env> {
  return endpoints(
    handle(exportMyData, async ({ c, db }) => {
      const claims = await getLimitedCaller(c, 'account.export', exports)
      const data = await db.asService(async (tx) => {
        const session = await getOwnSession(tx, claims)
        requireSecondFactor(session)
        return collectMyData(tx, session)
      })
      c.header('Content-Disposition', 'attachment; filename="my-data.json"')
      return { ...data }
    }),
    handle(eraseMyAccount, async ({ c, db, body: { confirm } }) => {
      const claims = await getLimitedCaller(c, 'account.erase', erasures)
      const { requestId } = c.var
      // Without the caller's network address: the audit log must keep no personal data of an erased account.
      await db.asService((tx) => eraseAccount(tx, { claims, confirm, requestId }), { requestId })
      return { erased: true }
    }),
  )
}

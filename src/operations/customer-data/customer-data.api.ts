import type { Hono } from 'hono'
import {
  getLimitedCaller,
  getOwnSession,
  requireFreshSession,
  requireSecondFactor,
} from '#features/accounts/own-session.ts'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { collectPersonData } from './collect-person-data.ts'
import * as contracts from './customer-data.contract.ts'
import { eraseAccount } from './erase-account.ts'
import { eraseFound, findPerson, notePerson } from './find-person.ts'
import { personOf } from './person.ts'

const exports: Rate = { max: 6, perSeconds: 600 }
/** Limits how often a person who finds an open session can guess the address. */
const erasures: Rate = { max: 10, perSeconds: 600 }

/**
 * The data that the shop holds about the caller, and for administrators about a person by e-mail address, or by the
 * name and postcode of earlier orders. Needs the
 * second factor where the account has one.
 */
export function customerDataApi(): Hono<Env> {
  return endpoints(
    handle(contracts.exportMyData, async ({ c, db }) => {
      const claims = await getLimitedCaller(c, 'account.export', exports)
      const data = await db.asService(async (tx) => {
        const session = await getOwnSession(tx, claims)
        requireSecondFactor(session)
        return collectPersonData(tx, personOf(session), { isOwn: true })
      })
      c.header('Content-Disposition', 'attachment; filename="my-data.json"')
      return { ...data }
    }),
    handle(contracts.eraseMyAccount, async ({ c, db, body: { confirm } }) => {
      const claims = await getLimitedCaller(c, 'account.erase', erasures)
      const { requestId } = c.var
      // Without the caller's network address: the audit log must keep no personal data of an erased account.
      await db.asService((tx) => eraseAccount(tx, { claims, confirm, requestId }), { requestId })
      return { erased: true }
    }),
    handle(contracts.findPerson, async ({ db, body }) => {
      const { summary } = await db.asService((tx) => findPerson(tx, body))
      return summary
    }),
    handle(contracts.exportPerson, async ({ c, asCaller, claims, body }) => {
      const data = await asCaller(async (tx) => {
        await requireFreshSession(tx, claims)
        const { person } = await findPerson(tx, body)
        await notePerson(tx, 'export', person.userId)
        return collectPersonData(tx, person)
      })
      c.header('Content-Disposition', 'attachment; filename="person-data.json"')
      c.header('Cache-Control', 'no-store')
      return { ...data }
    }),
    handle(contracts.erasePersonByEmail, async ({ asCaller, claims, body }) => {
      await asCaller(async (tx) => {
        await requireFreshSession(tx, claims)
        await eraseFound(tx, body)
      })
      return { erased: true as const }
    }),
  )
}

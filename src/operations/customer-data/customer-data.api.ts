import { Hono } from 'hono'
import { z } from 'zod'
import { getLimitedCaller } from '#features/accounts/limited-caller.ts'
import { getOwnSession, requireSecondFactor } from '#features/accounts/own-session.ts'
import type { AuthDeps } from '#platform/auth/auth-deps.ts'
import type { Env } from '#platform/http/env.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { collectMyData } from './collect-my-data.ts'
import { eraseAccount } from './erase-account.ts'

const exports: Rate = { max: 6, perSeconds: 600 }
/** Limits how often a person who finds an open session can guess the address. */
const erasures: Rate = { max: 10, perSeconds: 600 }

const EraseBody = z.object({ confirm: z.string().max(255) })

/**
 * The data the shop holds about the caller, mounted at /functions/v1. POST export-my-data returns all of it as JSON;
 * POST erase-my-account `{ confirm }` (the account's address) erases it. Both need the second factor where the account
 * has one, and are rate-limited by account.
 */
export function customerDataApi({ db }: Pick<AuthDeps, 'db'>): Hono<Env> {
  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .post('/export-my-data', async (c) => {
      const claims = await getLimitedCaller(c, 'account.export', exports)
      const data = await db.asService(async (tx) => {
        const session = await getOwnSession(tx, claims)
        requireSecondFactor(session)
        return collectMyData(tx, session)
      })
      c.header('Content-Disposition', 'attachment; filename="my-data.json"')
      return c.json(data)
    })
    .post('/erase-my-account', async (c) => {
      const claims = await getLimitedCaller(c, 'account.erase', erasures)
      const { confirm } = EraseBody.parse(await c.req.json())
      const { requestId } = c.var
      // Without the caller's network address: the audit log must keep no personal data of an erased account.
      await db.asService((tx) => eraseAccount(tx, { claims, confirm, requestId }), { requestId })
      return c.json({ erased: true })
    })
}

import { Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { toWireUser } from '../account/wire-user.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { findCaller } from '../caller.ts'
import { limits } from '../limits.ts'
import { reauthenticate } from './reauthenticate.ts'
import { updateUser } from './update-user.ts'

/** A user's own record (contract 4.5). */
export function userApi(accounts: AuthDeps): Hono<Env> {
  return new Hono<Env>()
    .get('/user', async (c) => {
      const { account } = await accounts.db.asService((tx) => findCaller(accounts, tx, c))
      return c.json(toWireUser(account))
    })
    .put('/user', limits.mail('user'), async (c) => c.json(toWireUser(await updateUser(accounts, c))))
    .get('/reauthenticate', limits.mail('reauthenticate'), async (c) => {
      await reauthenticate(accounts, c)
      return c.json({})
    })
}

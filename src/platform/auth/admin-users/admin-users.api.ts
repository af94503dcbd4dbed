import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '#platform/http/env.ts'
import { toWireFactor, toWireUser } from '../account/wire-user.ts'
import { agentOf } from '../agent.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { requireService } from '../caller.ts'
import { findFactor } from '../factors/find-factor.ts'
import { removeFactor } from '../factors/remove-factor.ts'
import { readBody } from '../read-body.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'
import { getUser } from './find-user.ts'
import { generateLink } from './generate-link.ts'
import { inviteUser } from './invite.ts'
import { listUsers } from './list-users.ts'
import { pageHeaders, readPage } from './read-pages.ts'
import { updateUser } from './update-user.ts'
import { userParams } from './user-params.ts'

const deletion = z.object({ should_soft_delete: z.boolean().nullish() })

/** The endpoints that manage users, for callers with the service key (contract 8). */
export function adminUsersApi(accounts: AuthDeps): Hono<Env> {
  const { db } = accounts
  const idOf = (c: Context<Env>) => c.req.param('id') ?? ''
  return new Hono<Env>()
    .use('/admin/*', async (c, next) => {
      await requireService(accounts, c)
      await next()
    })
    .post('/admin/users', async (c) =>
      c.json(toWireUser(await createUser(accounts, await readBody(c, userParams), agentOf(c)))),
    )
    .get('/admin/users', async (c) => {
      const page = readPage({ page: c.req.query('page'), per_page: c.req.query('per_page') })
      const { users, total } = await db.asService((tx) => listUsers(tx, page))
      return c.json({ users: users.map(toWireUser), aud: 'authenticated' }, 200, pageHeaders(page, total))
    })
    .get('/admin/users/:id', async (c) => c.json(toWireUser(await db.asService((tx) => getUser(tx, idOf(c))))))
    .put('/admin/users/:id', async (c) => {
      const params = await readBody(c, userParams)
      return c.json(toWireUser(await updateUser(accounts, { id: idOf(c), params, agent: agentOf(c) })))
    })
    .delete('/admin/users/:id', async (c) => {
      const { should_soft_delete: soft } = await readBody(c, deletion)
      await db.asService((tx) => deleteUser(tx, { id: idOf(c), soft: soft === true, agent: agentOf(c) }))
      return c.json({})
    })
    .get('/admin/users/:id/factors', async (c) => {
      const { factors } = await db.asService((tx) => getUser(tx, idOf(c)))
      return c.json(factors.map(toWireFactor))
    })
    .delete('/admin/users/:id/factors/:factorId', async (c) =>
      c.json(
        await db.asService(async (tx) => {
          const { user, factors } = await getUser(tx, idOf(c), { lock: true })
          const factor = await findFactor(tx, user.id, c.req.param('factorId'))
          await removeFactor(tx, { factor, agent: agentOf(c) })
          const shown = factors.find(({ id }) => id === factor.id)
          return shown ? toWireFactor(shown) : { id: factor.id }
        }),
      ),
    )
    .post('/admin/generate_link', async (c) => c.json(await generateLink(accounts, c)))
    .post('/invite', async (c) => {
      await requireService(accounts, c)
      return c.json(toWireUser(await inviteUser(accounts, c)))
    })
}

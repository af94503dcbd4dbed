import { type Context, Hono } from 'hono'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import {
  type Account,
  findAccountByEmail,
  reloadAccount,
  selectAccounts,
  toWireFactor,
  toWireUser,
} from '../account/account.ts'
import { createAccount } from '../account/create-account.ts'
import { agentOf, recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { emailExists, invalid } from '../auth-error.ts'
import { requireService } from '../caller.ts'
import { findFactor, removeFactor } from '../factors/factor.ts'
import { readRedirect } from '../mail-links/redirects.ts'
import { sendLink } from '../mail-links/send-link.ts'
import { metadata, optionalText, readBody, readEmail } from '../read-body.ts'
import { generateLink } from './generate-link.ts'
import { getUser, userParams } from './user-rows.ts'
import { createUser, deleteUser, updateUser } from './write-user.ts'

const deletion = z.object({ should_soft_delete: z.boolean().nullish() })

/** The endpoints that manage users, for callers with the service key. */
export function adminUsersApi(deps: AuthDeps): Hono<Env> {
  const { db } = deps
  const idOf = (c: Context<Env>) => c.req.param('id') ?? ''
  return new Hono<Env>()
    .use('/admin/*', async (c, next) => {
      await requireService(deps, c)
      await next()
    })
    .post('/admin/users', async (c) =>
      c.json(toWireUser(await createUser(deps, await readBody(c, userParams), agentOf(c)))),
    )
    .get('/admin/users', async (c) => {
      const page = readPage({ page: c.req.query('page'), per_page: c.req.query('per_page') })
      const { users, total } = await db.asService((tx) => listUsers(tx, page))
      return c.json({ users: users.map(toWireUser), aud: 'authenticated' }, 200, pageHeaders(page, total))
    })
    .get('/admin/users/:id', async (c) => c.json(toWireUser(await db.asService((tx) => getUser(tx, idOf(c))))))
    .put('/admin/users/:id', async (c) => {
      const params = await readBody(c, userParams)
      return c.json(toWireUser(await updateUser(deps, { id: idOf(c), params, agent: agentOf(c) })))
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
          const factor = findFactor(await getUser(tx, idOf(c), { lock: true }), c.req.param('factorId'))
          await removeFactor(tx, { factor, agent: agentOf(c) })
          return toWireFactor(factor)
        }),
      ),
    )
    .post('/admin/generate_link', async (c) => c.json(await generateLink(deps, c)))
    .post('/invite', async (c) => {
      await requireService(deps, c)
      return c.json(toWireUser(await inviteUser(deps, c)))
    })
}

/** One page of all users, the newest first, and their number. */
async function listUsers(tx: Tx, { page, perPage }: Page): Promise<{ users: Account[]; total: number }> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from auth.users`.execute(tx)
  const skipped = (page - 1) * perPage
  const users = await selectAccounts(tx, sql`order by u.created_at desc, u.id limit ${perPage} offset ${skipped}`)
  return { users, total: rows[0]?.total ?? 0 }
}

type Page = { page: number; perPage: number }

const usual = 50
const most = 1_000

/** The requested page of the list; an empty text counts as absent. Refuses 400 `validation_failed`. */
function readPage({ page, per_page }: { page: string | undefined; per_page: string | undefined }): Page {
  return { page: readCount(page, 1), perPage: Math.min(readCount(per_page, usual), most) }
}

function readCount(text: string | undefined, fallback: number): number {
  if (!text) return fallback
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (count < 1) throw invalid(`Bad Pagination Parameters: "${text.slice(0, 50)}"`)
  return count
}

/** Clients read the first number after the first `=` of each link, so `page` comes first. */
function pageHeaders({ page, perPage }: Page, total: number): { Link: string; 'X-Total-Count': string } {
  const last = Math.ceil(total / perPage)
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  return {
    Link: [...(last > page ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '),
    'X-Total-Count': String(total),
  }
}

const invitation = z.object({ email: optionalText, data: metadata.nullish() })

/**
 * POST /invite: an account without a password, and an e-mail whose link confirms the address and leads to choosing one.
 * An unconfirmed address is invited again. Refuses 422 `email_exists`.
 */
async function inviteUser(deps: AuthDeps, c: Context<Env>): Promise<Account> {
  const body = await readBody(c, invitation)
  const email = readEmail(body.email)
  const redirectTo = readRedirect(deps, c)
  return deps.db.asService(async (tx) => {
    const found = await findAccountByEmail(tx, email, { lock: true })
    if (found?.user.email_confirmed_at) throw emailExists()
    const userMetadata = body.data ?? undefined
    const id = found?.user.id ?? (await createAccount(tx, { email, passwordHash: null, userMetadata, invited: true }))
    const account = found ?? (await reloadAccount(tx, id))
    await sendLink(deps, tx, { account, purpose: 'invite', address: email, redirectTo, challenge: null })
    await recordAuthEvent(tx, { action: 'user_invited', userId: null, agent: agentOf(c), details: { user_id: id } })
    return reloadAccount(tx, id)
  })
}

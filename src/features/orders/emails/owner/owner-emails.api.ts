import { type Context, Hono } from 'hono'
import { sql } from 'kysely'
import { z } from 'zod'
import { requireAdministrator } from '#platform/auth/require-administrator.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { typedAddress } from '#platform/email/address.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import { shop } from '#shop'
import type { OwnerEmailsResponse } from './owner-emails-response.ts'

const setting = 'owner_emails'
const Body = z.object({ to: z.string().max(254).nullable(), version: z.string().max(40).nullable() })

/**
 * The setting for e-mails to the owner, mounted at /functions/v1 for administrators only. GET owner-letters returns it,
 * POST owner-letters `{ to, version }` saves an address, `off`, or null for the shop's address. Refuses bad_request for
 * an invalid address, and conflict where someone else saved first.
 */
export function ownerEmailsApi({ db }: { db: Db }): Hono<Env> {
  async function administrator(c: Context<Env>): Promise<string> {
    c.header('Cache-Control', 'no-store')
    return (await requireAdministrator(db, c)).userId
  }

  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .get('/owner-letters', async (c) => {
      await administrator(c)
      return c.json(await db.asService(readSetting))
    })
    .post('/owner-letters', async (c) => {
      const userId = await administrator(c)
      const { to, version } = Body.parse(await c.req.json())
      const wanted = to === null || to === 'off' ? to : addressOf(to)
      // As the administrator, for the audit log.
      const setting = await db.as(
        { role: 'service_role', sub: userId },
        async (tx) => {
          await write(tx, wanted, version)
          await redirectUnsent(tx)
          return readSetting(tx)
        },
        requestContextOf(c),
      )
      return c.json(setting)
    })
}

function addressOf(typed: string): string {
  const address = typedAddress(typed)
  if (!address) throw new AppError('bad_request', 'Please enter an e-mail address, such as ruth@example.com.')
  return address
}

async function readSetting(tx: Tx): Promise<OwnerEmailsResponse> {
  const row = await tx
    .selectFrom('private.settings')
    .select([sql<string>`value #>> '{}'`.as('to'), sql<string>`updated_at::text`.as('version')])
    .where('name', '=', setting)
    .executeTakeFirst()
  return { shop: shop.email, to: row?.to ?? null, version: row?.version ?? null }
}

async function write(tx: Tx, to: string | null, version: string | null): Promise<void> {
  const value = JSON.stringify(to)
  const { rows } =
    version === null
      ? await sql`insert into private.settings (name, value) values (${setting}, ${value}::jsonb)
          on conflict do nothing returning name`.execute(tx)
      : await sql`update private.settings set value = ${value}::jsonb, updated_at = clock_timestamp()
          where name = ${setting} and updated_at::text = ${version} returning name`.execute(tx)
  if (rows.length === 0)
    throw new AppError('conflict', 'Someone else saved this first. Choose below which version to keep.')
}

/** Unsent e-mails go to the new address, or are dropped: a corrected typing error applies to them too. */
async function redirectUnsent(tx: Tx): Promise<void> {
  await sql`
    update private.outbox set recipient = coalesce(private.owner_email(), recipient),
        state = case when private.owner_email() is null and state = 'waiting' then 'dropped' else state end
      where kind like 'owner\\_%' and state in ('waiting', 'sending')`.execute(tx)
}

import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { typedAddress } from '#platform/email/address.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { shop } from '#shop'
import { changeOwnerEmails, type OwnerEmails, readOwnerEmails } from './owner-emails.contract.ts'

const setting = 'owner_emails'

/** The setting for e-mails to the owner. */
export function ownerEmailsApi(): Hono<Env> {
  return endpoints(
    handle(readOwnerEmails, ({ db }) => db.asService(readSetting)),
    handle(changeOwnerEmails, async ({ body: { to, version }, asCaller }) => {
      const wanted = to === null || to === 'off' ? to : addressOf(to)
      return asCaller(async (tx) => {
        await write(tx, wanted, version)
        await redirectUnsent(tx)
        return readSetting(tx)
      })
    }),
  )
}

function addressOf(typed: string): string {
  const address = typedAddress(typed)
  if (!address) throw new AppError('bad_request', 'Please enter an e-mail address, such as ruth@example.com.')
  return address
}

async function readSetting(tx: Tx): Promise<OwnerEmails> {
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

import { sql } from 'kysely'
import { findAccountByEmail, reloadAccount } from '#platform/auth/account/account.ts'
import { createAccount } from '#platform/auth/account/create-account.ts'
import { keepOneAdministrator } from '#platform/auth/administrators.ts'
import type { AuthDeps } from '#platform/auth/auth-deps.ts'
import { voidTokens } from '#platform/auth/mail-links/one-time-tokens.ts'
import { sendLink, throttleAuthEmail } from '#platform/auth/mail-links/send-link.ts'
import { queueAuthEmail } from '#platform/auth/queue-auth-email.ts'
import type { Role } from '#platform/auth/roles.ts'
import { endSessions } from '#platform/auth/sessions/end-sessions.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Person } from './people.contract.ts'

/** As long as the link of the e-mail. */
const invitedDays = 7

/** Everyone with a role or an invitation to one. `reader`: the id of the caller. */
export async function readPeople(tx: Tx, reader: string): Promise<Person[]> {
  const { rows } = await sql<Omit<Person, 'since' | 'invited_until'> & { since: Date; invited_until: Date | null }>`
    select u.id, coalesce(u.email, '') as email, p.role, p.since, p.invited_until,
      coalesce(p.invited_until <= public.shop_now(), false) as is_expired, u.id = ${reader}::uuid as is_you,
      exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as has_second_factor
    from (
        select user_id, role, created_at as since, null::timestamptz as invited_until from public.user_roles
        union all select user_id, role, created_at, expires_at from private.invitations
      ) as p join auth.users u on u.id = p.user_id
    order by p.role <> 'admin', p.since, u.id`.execute(tx)
  return rows.map(({ since, invited_until: until, ...person }) => ({
    ...person,
    since: since.toISOString(),
    invited_until: until?.toISOString() ?? null,
  }))
}

/**
 * Gives a role to an address. Before an address is confirmed anyone may use its account, so there the role waits in an
 * invitation (`acceptInvitation`). Refuses conflict where the address has a role.
 */
export async function invite(deps: AuthDeps, tx: Tx, { email, role }: { email: string; role: Role }): Promise<void> {
  await throttleAuthEmail(deps, tx, { kind: 'invite', address: email })
  const found = await findAccountByEmail(tx, email, { lock: true })
  if (found?.user.email_confirmed_at) {
    const given = await tx
      .insertInto('user_roles')
      .values({ user_id: found.user.id, role })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!given) throw new AppError('conflict', `${email} has a role already. You can change it in the list.`)
    const data = { role, hasAccount: 'yes' }
    return queueAuthEmail(deps, tx, { kind: 'invite', userId: found.user.id, recipient: email, data })
  }
  const id = found?.user.id ?? (await createAccount(tx, { email, passwordHash: null, invited: true }))
  await sql`insert into private.invitations (user_id, role, expires_at)
    values (${id}, ${role}, public.shop_now() + ${invitedDays} * interval '1 day')
    on conflict (user_id) do update set role = excluded.role, expires_at = excluded.expires_at`.execute(tx)
  const account = found ?? (await reloadAccount(tx, id))
  const redirectTo = `${deps.siteUrl}/admin`
  await sendLink(deps, tx, { account, purpose: 'invite', address: email, redirectTo, challenge: null, data: { role } })
}

/**
 * Changes the role of a person or of an invitation, or removes it: then all sessions and links of the account end.
 * Refuses not_found; conflict where the role is not `seen` any more; forbidden for the last administrator.
 */
export async function changeRole(
  tx: Tx,
  { id, seen, role }: { id: string; seen: Role; role: Role | null },
): Promise<void> {
  await sql`select from auth.users where id = ${id} for update`.execute(tx)
  const { rows } = await sql<{ role: Role; invited: boolean }>`
    select role, false as invited from public.user_roles where user_id = ${id}
    union all select role, true from private.invitations where user_id = ${id}`.execute(tx)
  const [present] = rows
  if (!present) throw new AppError('not_found', 'This person has no role any more.')
  if (present.role !== seen) throw new AppError('conflict', 'Someone else has just changed this role.')
  if (present.role === role) return
  if (present.role === 'admin' && !present.invited) await keepOneAdministrator(tx, id)
  const table = present.invited ? 'private.invitations' : 'user_roles'
  if (role) {
    await tx.updateTable(table).set({ role }).where('user_id', '=', id).execute()
    return
  }
  await tx.deleteFrom(table).where('user_id', '=', id).execute()
  await voidTokens(tx, id)
  await endSessions(tx, id)
}

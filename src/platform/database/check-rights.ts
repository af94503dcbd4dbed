import type pg from 'pg'
import { withClient } from './with-client.ts'

/** A database that this login cannot use. No retry helps. */
class DatabaseRightsError extends Error {
  override readonly name = 'DatabaseRightsError'
}

/**
 * Refuses a migrated database that does not work for this login: after a restore, a role may not be granted, tables may
 * belong to another role, or policies and grants may be missing. `policies`: what the migrations create, as
 * `schema.table command role` (see `readPolicies`). The message is one line that says what to do. Returns a warning where
 * the login may do more than the shop needs.
 */
export async function checkRights(connectionString: string, policies: readonly string[]): Promise<string | null> {
  return withClient({ connectionString, application_name: 'shop-check' }, async (client) => {
    const faults = [
      ...(await findMissingMemberships(client)),
      ...(await findOtherOwners(client)),
      ...(await findMissingGuards(client, policies)),
      ...(await findMissingPolicies(client, policies)),
    ]
    if (faults.length > 0) throw new DatabaseRightsError(inOneLine(faults))
    return findUnboundLogin(client)
  })
}

/** A login that policies do not bind, or that reaches beyond its database. Named for the operator; the shop works with it. */
async function findUnboundLogin(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ login: string; role: string; isSelf: boolean; isSuperuser: boolean }>(
    `select quote_ident(session_user) as login, quote_ident(rolname) as role, rolname = session_user as "isSelf",
       rolsuper as "isSuperuser"
     from pg_roles
     where (rolname = session_user and rolbypassrls)
       or (pg_has_role(session_user, oid, 'MEMBER') and (rolsuper
         or rolname in ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program')))
     order by rolname <> session_user, rolsuper desc, rolname limit 1`,
  )
  const [found] = rows
  if (!found) return null
  const { login, role, isSelf, isSuperuser } = found
  const unbound =
    'neither row-level security nor the append-only audit log binds it, and it may read the server’s files'
  if (isSuperuser)
    return `the login ${login} ${isSelf ? 'is a superuser' : `may become the superuser ${role}`}: ${unbound}`
  if (isSelf)
    return `the login ${login} bypasses row-level security (run as a superuser: alter role ${login} nobypassrls)`
  return `the login ${login} is a member of ${role}, which reaches the server’s files (run as a superuser: revoke ${role} from ${login})`
}

/** Refuses a database whose tables belong to a role that this login is not a member of: it cannot be migrated. */
export async function checkOwner(client: pg.Client): Promise<void> {
  const faults = await findOtherOwners(client)
  if (faults.length > 0) throw new DatabaseRightsError(inOneLine(faults))
}

const most = 3

function inOneLine(faults: string[]): string {
  const more = faults.length > most ? ` (and ${faults.length - most} more)` : ''
  return `the database is not ready for this login: ${faults.slice(0, most).join('; ')}${more}`
}

/** The login switches to three of the roles and inherits the rights of the fourth. */
async function findMissingMemberships(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ login: string; role: string; exists: boolean; member: boolean }>(`
    select quote_ident(current_user) as login, r.name as role, p.oid is not null as exists,
      p.oid is not null and pg_has_role(current_user, p.oid, 'MEMBER') as member
    from unnest(array['anon', 'authenticated', 'service_role', 'shop_triggers']) as r (name)
    left join pg_roles p on p.rolname = r.name
    where p.oid is null or not pg_has_role(current_user, p.oid,
      case when r.name = 'shop_triggers' then 'USAGE'
        when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)`)
  return rows.map(({ login, role, exists, member }) => {
    if (!exists) return `the role ${role} is missing (run: create role ${role} nologin; grant ${role} to ${login})`
    if (!member) return `the login is not a member of ${role} (run: grant ${role} to ${login})`
    return role === 'shop_triggers'
      ? `the login does not inherit the rights of shop_triggers (run: alter role ${login} inherit; grant shop_triggers to ${login})`
      : `the login may not become ${role} (run: grant ${role} to ${login} with set true)`
  })
}

/**
 * Trigger functions run as their owner, so everything must belong to the login or to a role whose rights it inherits.
 */
async function findOtherOwners(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ owner: string; login: string; count: string; one: string }>(
    `select quote_ident(pg_get_userbyid(owner)) as owner, quote_ident(current_user) as login, count(*), min(name) as one
    from (
      select relowner as owner, 'table ' || c.oid::regclass::text as name from pg_class c
        join pg_namespace n on n.oid = relnamespace
        where relkind = 'r' and (nspname in ('migrations', 'pgboss') or (nspname in ('public', 'private', 'auth', 'storage') and relforcerowsecurity))
      union all
      select proowner, 'function ' || p.oid::regprocedure::text from pg_proc p
        join pg_namespace n on n.oid = pronamespace where prosecdef and nspname in ('private', 'auth', 'storage')
    ) as owned
    where not pg_has_role(current_user, owner, 'USAGE')
    group by owner order by count(*) desc`,
  )
  return rows.map(
    ({ owner, login, count, one }) =>
      `${count} tables and functions, such as ${one}, belong to ${owner} and not to the login ${login} ` +
      `(run as a superuser in this database: reassign owned by ${owner} to ${login})`,
  )
}

async function findMissingGuards(client: pg.Client, policies: readonly string[]): Promise<string[]> {
  const tables = [...new Set(policies.map((line) => line.split(' ')[0] ?? ''))]
  const { rows } = await client.query<{ table: string }>(
    `select name as table from unnest($1::text[]) as name join pg_class on oid = to_regclass(name)
     where not (relrowsecurity and relforcerowsecurity)`,
    [tables],
  )
  const { rows: unbound } = await client.query<{ role: string }>(
    `select rolname as role from pg_roles where rolname in ('anon', 'authenticated') and (rolsuper or rolbypassrls)`,
  )
  return [
    ...rows.map(({ table }) => `row-level security is off for ${table}`),
    ...unbound.map(
      ({ role }) =>
        `row-level security does not bind ${role} (run as a superuser: alter role ${role} nosuperuser nobypassrls)`,
    ),
  ]
}

/** Ignores a missing table: a newer version has dropped it, and each migration keeps the previous program working. */
async function findMissingPolicies(client: pg.Client, policies: readonly string[]): Promise<string[]> {
  const actual = new Set(await readPolicies(client))
  const { rows } = await client.query<{ table: string; command: string; role: string; granted: boolean }>(
    `select e.table, e.command, e.role, e.role = 'shop_triggers'
        or (has_schema_privilege(e.role, split_part(e.table, '.', 1), 'usage')
          and case when e.command = 'delete' then has_table_privilege(e.role, e.table, 'delete')
            when e.command = 'all' then has_any_column_privilege(e.role, e.table, 'select, insert, update')
              or has_table_privilege(e.role, e.table, 'delete')
            else has_any_column_privilege(e.role, e.table, e.command) end) as granted
     from jsonb_to_recordset($1) as e ("table" text, command text, role text)
     where to_regclass(e.table) is not null and exists (select from pg_roles where rolname = e.role)`,
    [JSON.stringify(policies.map(toExpected))],
  )
  return rows.flatMap(({ table, command, role, granted }) => {
    if (!actual.has(`${table} ${command} ${role}`))
      return [`the policy on ${table} for ${role} (${command}) is missing`]
    return granted ? [] : [`${role} has no privileges on ${table} (${command}), though a policy names it`]
  })
}

function toExpected(line: string) {
  const [table, command, role] = line.split(' ')
  return { table, command, role }
}

/**
 * The policies of a database, one line for each table, command and role, as `schema.table command role`, sorted; `all`
 * is every command. The queue's own schema is left out.
 */
export async function readPolicies(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select distinct format('%s.%s %s %s', schemaname, tablename, lower(cmd), role) as line
    from pg_policies cross join unnest(roles) as role
    where schemaname in ('public', 'private', 'auth', 'storage')`)
  return rows.map(({ line }) => line).sort()
}

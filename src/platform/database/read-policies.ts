import type pg from 'pg'

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

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { onServer } from '#tests/fixtures/database-server.ts'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { giveToServers, ownFolder, startOwn, until } from './own-process.ts'

export type PgBouncer = {
  connectionString: string
  /** Its log. */
  output(): Promise<string>
  /** The largest number of connections that it has opened to PostgreSQL so far. */
  serverConnections(): Promise<number>
  /** The connections of clients. */
  clientConnections(): Promise<number>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * PgBouncer in transaction mode in front of a PostgreSQL, with its defaults: no start-up parameter is ignored, and no
 * connection is prepared. `poolSize`: the connections that it opens to PostgreSQL at most.
 */
export async function startPgBouncer(target: string, { poolSize = 4 } = {}): Promise<PgBouncer> {
  const { host, port: targetPort, user, password, database } = new pg.Client({ connectionString: target })
  const folder = await ownFolder()
  const [port = 0] = await freePorts(1)
  const users = join(folder.path, 'users.txt')
  const settings = join(folder.path, 'pgbouncer.ini')
  await writeFile(users, `"${user}" "${password}"\n"watcher" "watcher"\n`)
  await writeFile(
    settings,
    `[databases]
${database} = host=${host} port=${targetPort} dbname=${database}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
stats_users = watcher
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
`,
  )
  await Promise.all([giveToServers(users), giveToServers(settings)])
  const process = await startOwn('/usr/sbin/pgbouncer', [settings], {
    folder: folder.path,
    name: 'pgbouncer',
    needs: 'pgbouncer',
  })
  const connectionString = `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`
  const show = (what: string) => ask(`postgresql://watcher:watcher@127.0.0.1:${port}/pgbouncer`, `show ${what}`)
  await until('PgBouncer answers', async () => (await ask(connectionString, 'select 1')).length === 1)
  let most = 0
  const counting = setInterval(async () => {
    most = Math.max(most, (await show('servers').catch(() => [])).length)
  }, 200)
  return {
    connectionString,
    output: process.output,
    serverConnections: async () => Math.max(most, (await show('servers')).length),
    clientConnections: async () => (await show('clients')).filter((row) => row.database === database).length,
    async [Symbol.asyncDispose]() {
      clearInterval(counting)
      await process.stop()
      await folder[Symbol.asyncDispose]()
    },
  }
}

async function ask(connectionString: string, query: string): Promise<Record<string, unknown>[]> {
  return (await onServer(connectionString, (client) => client.query(query))).rows
}

import pg from 'pg'
import { to } from 'pg-copy-streams'
import { filesLock } from '../storage/sweep-storage.ts'
import {
  type BackupTable,
  listTables,
  readSequences,
  requireEveryRowVisible,
  type SequenceValue,
} from './backup-tables.ts'

/** One moment of a database. */
export type Snapshot = {
  postgresql: string
  takenAt: Date
  migrations: { folder: string; name: string; checksum: string }[]
  tables: BackupTable[]
  sequences: SequenceValue[]
  /** The rows of a table in the text format of COPY. */
  rows(table: BackupTable): AsyncIterable<Buffer>
  /** The stored objects: their files are never overwritten, so the names say which bytes belong to this moment. */
  objects(): Promise<{ id: string; version: string }[]>
  close(): Promise<void>
}

/** The role that reads: its policies show every row, which is checked before the first. */
const reader = 'service_role'

/**
 * Opens a read-only transaction that sees one moment (`repeatable read`), on a connection of its own that is not
 * pooled. Its lock holds sweeps of files back. Values are written alike on every server: UTC, ISO dates, shortest exact
 * floats. Rejects while another backup runs.
 */
export async function openSnapshot(connectionString: string): Promise<Snapshot> {
  const client = await connectForCopy(connectionString, 'shop-backup')
  try {
    const { rows: locks } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      filesLock,
    ])
    if (!locks[0]?.locked) throw new Error('Another backup of this shop is running')
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ now: Date; version: string }>(
      `select now() as now, current_setting('server_version') as version`,
    )
    const { rows: migrations } = await client.query<Snapshot['migrations'][number]>(
      'select folder, name, checksum from migrations.applied order by folder, name',
    )
    const sequences = await readSequences(client)
    await requireEveryRowVisible(client, reader)
    const tables = await listTables(client)
    await client.query(`set local role ${reader}`)
    return {
      postgresql: rows[0]?.version ?? '',
      takenAt: rows[0]?.now ?? new Date(),
      migrations,
      tables,
      sequences,
      rows: (table) => copyOut(client, table),
      async objects() {
        const found = await client.query<{ id: string; version: string }>(
          'select id, version from storage.objects order by id',
        )
        return found.rows
      },
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** A connection whose values are written alike on every server, and without the time limits of requests. */
export async function connectForCopy(connectionString: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: name })
  // A break shows in the next statement, which rejects.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
    set extra_float_digits = 1; set bytea_output = 'hex'; set statement_timeout = 0;
    set idle_in_transaction_session_timeout = 0`)
  return client
}

/** The rows that the client's role sees, in the text format of COPY. */
export function copyOut(client: pg.Client, { name, columns }: BackupTable): AsyncIterable<Buffer> {
  return client.query(to(`copy (select ${columns.join(', ')} from ${name}) to stdout`)) as AsyncIterable<Buffer>
}

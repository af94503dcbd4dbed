import pg from 'pg'
import { closingSetting, pictureStoreSetting } from '#platform/move/closing.ts'
import { readSettings } from '#platform/move/closing-connection.ts'
import type { Config } from '../environment.ts'
import { readClosed } from './closed-shop.ts'

/** EX_CONFIG: a program with this configuration cannot start, however often it is tried. */
const wrongConfiguration = 78

/**
 * Rejects where the shop of this database, or its pictures, were moved away: called before anything is written to it.
 */
export async function requireOpenShop(connectionString: string, config: Config): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'shop' })
  await client.connect()
  try {
    const closed = readClosed(await readSettings(client, [closingSetting, pictureStoreSetting]), config)
    if (closed) throw Object.assign(new Error(closed.why), closed.isMoved && { exitCode: wrongConfiguration })
  } finally {
    await client.end()
  }
}

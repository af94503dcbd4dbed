import { withClient } from '#platform/database/with-client.ts'
import { closingSetting, pictureStoreSetting } from '#platform/move/closing.ts'
import { readSettings } from '#platform/move/closing-connection.ts'
import type { Config } from '../config/environment.ts'
import { readClosed } from './closed-shop.ts'

/** EX_CONFIG: a program with this configuration cannot start, however often it is tried. */
const wrongConfiguration = 78

/**
 * Rejects where the shop of this database, or its pictures, were moved away: called before anything is written to it.
 */
export async function requireOpenShop(connectionString: string, config: Config): Promise<void> {
  const settings = await withClient({ connectionString, application_name: 'shop' }, (client) =>
    readSettings(client, [closingSetting, pictureStoreSetting]),
  )
  const closed = readClosed(settings, config)
  if (closed) throw Object.assign(new Error(closed.why), closed.isMoved && { exitCode: wrongConfiguration })
}

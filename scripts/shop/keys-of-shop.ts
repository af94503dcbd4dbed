import { resolve } from 'node:path'
import type { Config } from '#operations/config/environment.ts'
import { type KeysInUse, keysInUse } from '#operations/keys/keys-in-use.ts'
import type { Db } from '#platform/database/db.ts'
import { readOrMakeSecret, sealOfDatabase } from '#platform/secrets/secrets.ts'
import { readServiceKeys } from '#platform/secrets/service-keys.ts'

/** The keys that the shop of this database works with, for a command. */
export async function keysOfShop(config: Config, db: Db): Promise<KeysInUse> {
  const secret = config.JWT_SECRET ?? (await readOrMakeSecret(resolve(config.DATA_DIR), 'jwt-secret'))
  const saved = await db.asService((tx) => readServiceKeys(tx, sealOfDatabase(secret)))
  return keysInUse(config, { value: () => saved, reread: async () => undefined })
}

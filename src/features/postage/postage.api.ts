import type { Hono } from 'hono'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import type { Seal } from '#platform/secrets/secrets.ts'
import { ClickAndDropError, isKey } from './click-and-drop/click-and-drop.ts'
import { exportAgain, exportParcels, giveParcels, listParcels, takeParcelsBack } from './give-parcels.ts'
import * as contracts from './postage.contract.ts'
import { type PostageDeps, readKey, writeKey } from './postage-deps.ts'

/** Parcels for Click & Drop: by its API where the owner gave a key, by a file without one. */
export function postageApi({ queue, seal, clickAndDrop, log }: PostageDeps): Hono<Env> {
  return endpoints(
    handle(contracts.readPostage, ({ db, query }) =>
      db.asService(async (tx) => ({ key: await keyState(tx, seal), parcels: await listParcels(tx, query.orders) })),
    ),
    handle(contracts.savePostageKey, async ({ body: { key }, asCaller }) => {
      const checked = key === null || (await isAccepted(key))
      return asCaller(async (tx) => {
        await writeKey(tx, seal, key)
        return { key: await keyState(tx, seal), checked }
      })
    }),
    handle(contracts.sendPostage, async ({ body, asCaller }) => ({
      results: await asCaller(async (tx) => {
        if ((await keyState(tx, seal)) !== 'none') return giveParcels(tx, queue, body.orders)
        throw new AppError('bad_request', 'Please save a key of Click & Drop in the settings first.')
      }),
    })),
    handle(contracts.takePostageBack, async ({ body, asCaller }) => ({
      results: await asCaller((tx) => takeParcelsBack(tx, queue, body)),
    })),
    handle(contracts.exportPostage, ({ body, asCaller }) => asCaller((tx) => exportParcels(tx, body.orders))),
    handle(contracts.exportPostageAgain, async ({ db, query }) => {
      const file = await db.asService((tx) => exportAgain(tx, query.batch))
      if (!file) throw new AppError('not_found', 'The orders of this file have been taken back or posted.')
      return file
    }),
  )

  /** False where Click & Drop did not answer. Refuses bad_request for a key that it does not accept. */
  async function isAccepted(key: string): Promise<boolean> {
    const refused = new AppError('bad_request', 'Click & Drop doesn’t accept this key. Please copy it again.')
    if (!isKey(key)) throw refused
    try {
      await clickAndDrop.check(key)
      return true
    } catch (error) {
      if (error instanceof ClickAndDropError && error.why === 'key') throw refused
      log.warn({ error }, 'a key of Click & Drop was saved without a check')
      return false
    }
  }
}

async function keyState(tx: Tx, seal: Seal): Promise<'none' | 'works' | 'refused' | 'unreadable'> {
  const row = await tx.selectFrom('private.postage_account').select('refused_at').executeTakeFirst()
  if (!row) return 'none'
  if (row.refused_at !== null) return 'refused'
  return (await readKey(tx, seal)) === null ? 'unreadable' : 'works'
}

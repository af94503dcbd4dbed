import type { Hono } from 'hono'
import type { Tx } from '#platform/database/db.ts'
import type { GetResponse } from '#platform/http/contract.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { ClickAndDropError, isKey } from './click-and-drop/click-and-drop.ts'
import { exportAgain, exportParcels, giveParcels, listParcels, takeParcelsBack } from './give-parcels.ts'
import * as contracts from './postage.contract.ts'
import { type PostageDeps, readKey, writeKey } from './postage-deps.ts'

type KeyState = GetResponse<'postage'>['key']

const onlyByFile = 'This shop is a rehearsal, so it takes no key of a real account. Parcels go by a file.'

/** Parcels for Click & Drop: by its API where the owner gave a key, by a file without one. */
export function postageApi(deps: PostageDeps): Hono<Env> {
  const { queue, seal, clickAndDrop, log } = deps
  return endpoints(
    handle(contracts.readPostage, ({ db, query }) =>
      db.asService(async (tx) => ({ key: await keyState(tx, deps), parcels: await listParcels(tx, query.orders) })),
    ),
    handle(contracts.savePostageKey, async ({ body: { key }, asCaller }) => {
      const checked = key === null || (await isAccepted(key))
      return asCaller(async (tx) => {
        await writeKey(tx, seal, key)
        return { key: await keyState(tx, deps), checked }
      })
    }),
    handle(contracts.sendPostage, async ({ body, asCaller }) => ({
      results: await asCaller(async (tx) => {
        const state = await keyState(tx, deps)
        if (state !== 'none' && state !== 'rehearsal') return giveParcels(tx, queue, body)
        throw new AppError(
          'bad_request',
          state === 'rehearsal' ? onlyByFile : 'Please save a key of Click & Drop in the settings first.',
        )
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
    if (clickAndDrop === null) throw new AppError('bad_request', onlyByFile)
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

async function keyState(tx: Tx, { seal, clickAndDrop }: PostageDeps): Promise<KeyState> {
  if (clickAndDrop === null) return 'rehearsal'
  const row = await tx.selectFrom('private.postage_account').select('refused_at').executeTakeFirst()
  if (!row) return 'none'
  if (row.refused_at !== null) return 'refused'
  return (await readKey(tx, seal)) === null ? 'unreadable' : 'works'
}

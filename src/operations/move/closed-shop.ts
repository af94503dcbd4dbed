import { type Closing, pictureStoreOf, pictureStoreSetting, readClosing } from '#platform/move/closing.ts'
import type { Config } from '../config/environment.ts'

export type ClosedShop = {
  /** The shop of this database is elsewhere, or its pictures are: this program will not open again. */
  isMoved: boolean
  /** Why, for the operator. */
  why: string
}

/** Whether the settings close the shop for a program with this configuration; null while it is open. */
export function readClosed(values: ReadonlyMap<string, unknown>, config: Config): ClosedShop | null {
  const closing = readClosing(values)
  if (closing) return { isMoved: closing.movedTo !== null, why: explain(closing) }
  const store = values.get(pictureStoreSetting)
  if (typeof store !== 'string' || store === pictureStoreOf(config)) return null
  return { isMoved: true, why: explainStore(store) }
}

function explain({ movedTo, since }: Closing): string {
  const moment = since.slice(0, 16).replace('T', ' ')
  if (movedTo) {
    return (
      `this shop was moved to ${movedTo} on ${moment} UTC: start it there. ` +
      'To sell from this database again: npm run shop -- move reopen'
    )
  }
  return (
    `this shop has been closed since ${moment} UTC, because it is being moved. ` +
    'If the move was interrupted, repeat it, or open the shop again: npm run shop -- move reopen'
  )
}

function explainStore(store: string): string {
  return store === 'disk'
    ? 'the pictures of this shop were moved to DATA_DIR: remove the S3_ variables.'
    : `the pictures of this shop were moved to ${store}: set the S3_ variables for it.`
}

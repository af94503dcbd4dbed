import pg from 'pg'
import { z } from 'zod'
import { withClient } from '#platform/database/with-client.ts'
import type { Readiness } from '#platform/http/server/readiness.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import type { Settings } from '#platform/settings.ts'
import type { Config } from '../config/environment.ts'

// Rows of `private.settings`.
/** Closes every program of a database while the shop is moved, and for ever after. */
export const closingSetting = 'shop.closing'
/** The store of the shop's pictures, once they have been moved. */
export const pictureStoreSetting = 'storage.place'

const closing = z.object({ move: z.string(), since: z.string(), movedTo: z.string().nullable() })

/** `move`: the id of the move, the same when an interrupted one goes on. `movedTo`: where the shop is now. */
export type Closing = z.infer<typeof closing>

type SettingValues = ReadonlyMap<string, unknown>

export function readClosing(values: SettingValues): Closing | null {
  return closing.safeParse(values.get(closingSetting)).data ?? null
}

/** The settings of a database; none where it has no shop. */
export async function readSettings(client: pg.Client): Promise<SettingValues> {
  const { rows } = await client.query<{ found: boolean }>(`select to_regclass('private.settings') is not null as found`)
  if (!rows[0]?.found) return new Map()
  const found = await asService<{ name: string; value: unknown }>(client, 'select name, value from private.settings')
  return new Map(found.map(({ name, value }) => [name, value]))
}

/** Sets a setting, or removes it where the value is null. */
export async function writeSetting(client: pg.Client, name: string, value: unknown): Promise<void> {
  const [key, json] = [name, JSON.stringify(value)].map(pg.escapeLiteral)
  await asService(
    client,
    value === null
      ? `delete from private.settings where name = ${key}`
      : `insert into private.settings (name, value) values (${key}, ${json}::jsonb)
         on conflict (name) do update set value = excluded.value`,
  )
}

/** One statement as the role whose policies show every row: the tables' owner would see none. */
export async function asService<Row>(client: pg.Client, statement: string): Promise<Row[]> {
  // Statements of one message are one transaction.
  const results = [await client.query(`set local role service_role; ${statement}`)].flat()
  return (results.at(-1)?.rows ?? []) as Row[]
}

/** The store that the environment names: `disk`, or such as `s3://bucket (https://s3.example)`. */
export function pictureStoreOf({ S3_BUCKET, S3_ENDPOINT }: Partial<Config>): string {
  if (!S3_BUCKET) return 'disk'
  return `s3://${S3_BUCKET}${S3_ENDPOINT ? ` (${S3_ENDPOINT})` : ''}`
}

/** Why a shop is closed, for the operator. `isMoved`: this program will not open again. */
export type ClosedShop = { isMoved: boolean; why: string }

/** Whether the settings close the shop for a program with this configuration; null while it is open. */
function readClosed(values: SettingValues, config: Config): ClosedShop | null {
  const found = readClosing(values)
  if (found) {
    const { movedTo } = found
    const moment = `${found.since.slice(0, 16).replace('T', ' ')} UTC`
    const why = movedTo
      ? `this shop was moved to ${movedTo} on ${moment}: start it there. ` +
        'To sell from this database again: npm run shop -- move reopen'
      : `this shop has been closed since ${moment}, because it is being moved. ` +
        'If the move was interrupted, repeat it, or open the shop again: npm run shop -- move reopen'
    return { isMoved: movedTo !== null, why }
  }
  const store = values.get(pictureStoreSetting)
  if (typeof store !== 'string' || store === pictureStoreOf(config)) return null
  const why =
    store === 'disk'
      ? 'the pictures of this shop were moved to DATA_DIR: remove the S3_ variables.'
      : `the pictures of this shop were moved to ${store}: set the S3_ variables for it.`
  return { isMoved: true, why }
}

/** EX_CONFIG: a program with this configuration cannot start, however often it is tried. */
const wrongConfiguration = 78

/** Rejects where the shop, or its pictures, were moved away: called before anything is written to the database. */
export async function requireOpenShop(connectionString: string, config: Config): Promise<void> {
  const closed = readClosed(await withClient({ connectionString, application_name: 'shop' }, readSettings), config)
  if (closed) throw Object.assign(new Error(closed.why), closed.isMoved && { exitCode: wrongConfiguration })
}

type Watched = {
  settings: Pick<Settings, 'values'>
  config: Config
  queue: Pick<Queue, 'pause' | 'resume'>
  onFresh: (listener: () => void) => unknown
  log: Log
}

/** Whether the shop is closed now. While it is, the program starts no job. */
export function watchClosed({ settings, config, queue, onFresh, log }: Watched): () => ClosedShop | null {
  let values = settings.values()
  let closed = readClosed(values, config)
  let changing = Promise.resolve()

  onFresh(() => {
    if (values === settings.values()) return
    values = settings.values()
    const was = closed
    closed = readClosed(values, config)
    if (Boolean(closed) === Boolean(was)) return
    if (closed) log.warn({ why: closed.why }, 'the shop is closed')
    else log.info('the shop is open again')
    const change = closed ? queue.pause : queue.resume
    changing = changing
      .then(change)
      .catch((error: unknown) => log.error({ error }, 'jobs could not be paused or resumed'))
  })
  return () => closed
}

/** A load balancer must send visitors to a closed shop, which shows a page, but not to one that was moved away. */
export function readyOrClosed(ready: Readiness, closed: () => ClosedShop | null): Readiness {
  return () => {
    const found = closed()
    return found ? Promise.resolve(!found.isMoved) : ready()
  }
}

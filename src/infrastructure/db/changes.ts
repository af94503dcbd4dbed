import pg from 'pg'
import type { Log } from '../log.ts'

export type Changes = {
  /** Called with the table's name after every committed change of what pages show, and with `*` when some may have been missed. */
  onChange(listener: (table: string) => void): void
  /** False while the ear to the database is lost: whatever is cached may be wrong then. */
  listening(): boolean
  close(): Promise<void>
}

/** Whether a page may look different after a change of this table. Stored objects are reached by addresses that stay. */
export function pagesShow(table: string): boolean {
  return table !== 'objects'
}

/** For who keeps something of the database in memory: told when it has been read again, and when that failed. */
export type Freshness = { onFresh: () => void; onFault: (error: unknown) => void }

const retryMs = [100, 200, 500, 1_000, 2_000, 5_000]

/** Listens for `shop_changed` on a connection of its own, and comes back by itself when that is lost. */
export async function listenForChanges({
  connectionString,
  log,
}: {
  connectionString: string
  log: Log
}): Promise<Changes> {
  const listeners: ((table: string) => void)[] = []
  let client: pg.Client | undefined
  let listening = false
  let closed = false
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  const tell = (table: string) => {
    for (const listener of listeners) listener(table)
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString, application_name: 'shop-changes', keepAlive: true })
    next.on('error', (error) => lost(next, error))
    next.on('end', () => lost(next))
    next.on('notification', ({ payload }) => tell(payload ?? '*'))
    client = next
    try {
      await next.connect()
      await next.query('listen shop_changed')
      listening = true
      failures = 0
      tell('*')
    } catch (error) {
      lost(next, error)
    }
  }

  function lost(which: pg.Client, error?: unknown): void {
    if (closed || which !== client) return
    client = undefined
    listening = false
    log.warn({ error }, 'lost the connection that hears of changes')
    tell('*')
    which.end().catch(() => undefined)
    const delay = retryMs[Math.min(failures++, retryMs.length - 1)]
    timer = setTimeout(() => void connect(), delay)
  }

  await connect()
  return {
    onChange: (listener) => listeners.push(listener),
    listening: () => listening,
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}

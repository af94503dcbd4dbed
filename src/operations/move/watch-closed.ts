import type { Readiness } from '#platform/http/server/readiness.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import type { Settings } from '#platform/settings.ts'
import type { Config } from '../config/environment.ts'
import { type ClosedShop, readClosed } from './closed-shop.ts'

type Watched = {
  settings: Pick<Settings, 'values'>
  config: Config
  queue: Pick<Queue, 'pause' | 'resume'>
  onFresh(listener: () => void): void
  log: Log
}

/** Whether the shop is closed now. While it is, the program starts no job. */
export function watchClosed({ settings, config, queue, onFresh, log }: Watched): () => ClosedShop | null {
  let values = settings.values()
  let closed = readClosed(values, config)
  let changing = Promise.resolve()

  function update(): void {
    if (values === settings.values()) return
    values = settings.values()
    const was = closed
    closed = readClosed(values, config)
    if (closed && !was) log.warn({ why: closed.why }, 'the shop is closed')
    if (was && !closed) log.info('the shop is open again')
    if (Boolean(closed) === Boolean(was)) return
    const change = closed ? queue.pause : queue.resume
    changing = changing
      .then(change)
      .catch((error: unknown) => log.error({ error }, 'jobs could not be paused or resumed'))
  }

  onFresh(update)
  return () => closed
}

/** A load balancer must send visitors to a closed shop, which shows a page, but not to one that was moved away. */
export function readyOrClosed(ready: Readiness, closed: () => ClosedShop | null): Readiness {
  return () => {
    const found = closed()
    return found ? Promise.resolve(!found.isMoved) : ready()
  }
}

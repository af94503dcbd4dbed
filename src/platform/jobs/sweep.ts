import type { Db, Tx } from '../database/db.ts'
import type { Queue } from './queue.ts'

/**
 * Enqueues every due and unfinished row, at this interval and at the start: so work survives a lost queue, a lost job,
 * or a row written by a trigger. `unfinished` returns ids, read as the service, a few thousand at most.
 */
export async function sweep({
  db,
  queue,
  name,
  everySeconds,
  unfinished,
}: {
  db: Db
  queue: Queue
  name: string
  everySeconds: number
  unfinished: (tx: Tx) => Promise<string[]>
}): Promise<void> {
  await queue.schedule(`${name}.sweep`, everySeconds, () =>
    db.asService(async (tx) => {
      for (const id of await unfinished(tx)) await queue.enqueueOnce(tx, name, id)
    }),
  )
}

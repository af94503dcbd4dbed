import type { Db, Tx } from '../database/db.ts'
import type { Queue } from './queue.ts'

/**
 * Puts every row that is due and unfinished back in the queue, every so many seconds and at the start: what a lost
 * queue, a missed enqueue or a row written by a trigger leaves behind is done all the same. `unfinished` gives ids,
 * read as the service, a few thousand at most.
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

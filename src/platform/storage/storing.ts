import type { Db } from '../database/db.ts'
import type { Queue } from '../jobs/queue.ts'
import type { FileStore } from './files/file-store.ts'

/** What keeping objects needs: rows, bytes, and who does what is left to do. */
export type Storing = { db: Db; files: FileStore; queue: Pick<Queue, 'enqueue'> }

import type { Db } from '../database/db.ts'
import type { Queue } from '../jobs/queue.ts'
import type { FileStore } from './files/file-store.ts'

/** Dependencies of the storage API. */
export type StorageDeps = { db: Db; files: FileStore; queue: Pick<Queue, 'enqueue'> }

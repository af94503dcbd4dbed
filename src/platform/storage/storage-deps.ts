import type { Db } from '../database/db.ts'
import type { Queue } from '../jobs/queue.ts'
import type { FileStore } from './files/file-store.ts'

/**
 * The ids of the buckets whose uploads are decoded, and refused unless they are images. Others store bytes unchanged.
 */
export type PictureBuckets = { pictureBuckets: ReadonlySet<string> }

/** Dependencies of the storage API. */
export type StorageDeps = PictureBuckets & { db: Db; files: FileStore; queue: Pick<Queue, 'enqueue'> }

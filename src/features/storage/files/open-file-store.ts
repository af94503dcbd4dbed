import { join } from 'node:path'
import type { Log } from '#infrastructure/log.ts'
import { diskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'

type S3Config = {
  S3_BUCKET?: string | undefined
  S3_ENDPOINT?: string | undefined
  S3_REGION?: string | undefined
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
}

/** The store the configuration asks for: a bucket of an S3 service where one is named, else the folder of the data. */
export function openFileStore({ dataDir }: { dataDir: string; config: S3Config; log: Log }): FileStore {
  return diskStore(join(dataDir, 'storage'))
}

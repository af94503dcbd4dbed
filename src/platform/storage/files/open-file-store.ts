import { join } from 'node:path'
import type { Log } from '#platform/log.ts'
import { diskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'

type S3Config = {
  S3_BUCKET?: string | undefined
  S3_ENDPOINT?: string | undefined
  S3_REGION?: string | undefined
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
}

/**
 * The configured store: an S3 bucket where one is named, else the data folder. The configuration has checked that S3's
 * settings are complete.
 */
export function openFileStore({ dataDir, config, log }: { dataDir: string; config: S3Config; log: Log }): FileStore {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = config
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  if (!bucket || !region || !accessKeyId || !secretAccessKey) return diskStore(join(dataDir, 'storage'))
  // The S3 library is large and slow to load: a shop with a local disk never loads it.
  let opening: Promise<FileStore> | undefined
  return whenOpened(() => {
    opening ??= import('./s3-store.ts').then(({ s3Store }) =>
      s3Store({ bucket, endpoint, region, accessKeyId, secretAccessKey, log }),
    )
    return opening
  })
}

function whenOpened(open: () => Promise<FileStore>): FileStore {
  return {
    kind: 's3',
    put: async (...args) => (await open()).put(...args),
    putStream: async (...args) => (await open()).putStream(...args),
    read: async (name) => (await open()).read(name),
    stream: async (...args) => (await open()).stream(...args),
    find: async (name) => (await open()).find(name),
    remove: async (names) => (await open()).remove(names),
    async *list(prefix) {
      yield* (await open()).list(prefix)
    },
    sweepUnfinished: async (before) => (await open()).sweepUnfinished(before),
  }
}

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
 * The store the configuration asks for: a bucket of an S3 service where one is named, else the folder of the data. The
 * configuration has seen to it that all of S3's settings are given, or none.
 */
export function openFileStore({ dataDir, config, log }: { dataDir: string; config: S3Config; log: Log }): FileStore {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = config
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  if (!bucket || !region || !accessKeyId || !secretAccessKey) return diskStore(join(dataDir, 'storage'))
  // Its library is large and slow to load: a shop that keeps pictures on its own disk never does.
  let opening: Promise<FileStore> | undefined
  return whenOpened(() => {
    opening ??= import('./s3-store.ts').then(({ s3Store }) =>
      s3Store({ bucket, endpoint, region, accessKeyId, secretAccessKey, log }),
    )
    return opening
  })
}

/** A store that is opened at its first use. */
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

import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { pictureBuckets } from '#operations/picture-uses.ts'
import { listenForChanges } from '#platform/database/changes.ts'
import { openDb } from '#platform/database/db.ts'
import { createApp } from '#platform/http/app.ts'
import { issueKeys } from '#platform/http/identity/tokens.ts'
import { createHttpServer } from '#platform/http/server/http-server.ts'
import { createListener } from '#platform/http/server/listener.ts'
import { createQueue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { diskStore } from '#platform/storage/files/disk-store.ts'
import { makeAvif, makeAvifJob, processImages } from '#platform/storage/pictures/make-avif.ts'
import { openRenditions } from '#platform/storage/pictures/renditions.ts'
import { createObjectResponseCache } from '#platform/storage/serving/object-response-cache.ts'
import { openServedObjects } from '#platform/storage/serving/served-objects.ts'
import { storagePublicApi } from '#platform/storage/serving/storage-public.api.ts'
import { storageApi } from '#platform/storage/storage.api.ts'

// Serves /storage/v1 with its jobs over the given database and folder until it is killed; prints its URL and the
// service key.

const [connectionString = '', folder = ''] = process.argv.slice(2)
const log = createLog({ level: 'silent' })
const siteUrl = 'http://localhost:3000'
const jwtSecret = 'a secret of the tests, long enough to be one'
const db = openDb({ connectionString, log })
const changes = await listenForChanges({ connectionString, db, log })
const queue = createQueue({ connectionString, log })
await queue.start()
const files = diskStore(folder)
const renditions = openRenditions({ files, log })
const objects = openServedObjects({ db, changes, pictureBuckets })
const ready = createObjectResponseCache({ objects, siteUrl })
const app = createApp({
  db,
  log,
  siteUrl,
  live: false,
  jwtSecret,
  apiKeyRequired: true,
  rateLimits: false,
  exposed: [],
  ready: async () => true,
  routes: (app) => {
    app.route('/storage/v1', storagePublicApi({ files, renditions, objects, ready }))
    app.route(
      '/storage/v1',
      storageApi({ db, queue, files, renditions, objects, pictureBuckets, secret: 'a secret of signed ones' }),
    )
  },
})
const picturing = { db, renditions, log, stopping: new AbortController().signal }
await queue.work({ [makeAvifJob]: makeAvif(picturing) })
await queue.schedule('storage.process-images', 2, processImages({ ...picturing, queue, avifAfterMinutes: 0 }))
const rest = getRequestListener(app.fetch)
const server = createHttpServer(createListener({ find: ready.find, rest }))
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
const { serviceRoleKey } = await issueKeys(jwtSecret)
process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port} ${serviceRoleKey}\n`)

// Gives the parcels that are due to Click & Drop, takes back those to be taken back, and reads the tracking numbers, as
// the jobs of a started shop do: node postage-program.ts DATABASE CLICK_AND_DROP SECRET [FAULT_POINT].
import { createClickAndDrop } from '#features/postage/click-and-drop/click-and-drop.ts'
import { fetchTracking } from '#features/postage/fetch-tracking.ts'
import { listUnfinishedParcels, updateClickAndDrop } from '#features/postage/update-click-and-drop.ts'
import { openDb } from '#platform/database/db.ts'
import { armFaultPoint } from '#platform/jobs/fault-points.ts'
import { createQueue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { sealOfDatabase } from '#platform/secrets/secrets.ts'

const [connectionString = '', base = '', secret = '', point] = process.argv.slice(2)
const log = createLog({ level: 'silent' })
const db = openDb({ connectionString, log, maxConnections: 2 })
const queue = createQueue({ connectionString, log, working: false })
const clickAndDrop = createClickAndDrop({ base, timeoutMs: 5_000, perSecond: 1_000 })
const deps = { db, queue, log, seal: sealOfDatabase(secret), clickAndDrop }
if (point) armFaultPoint(point)
for (const id of await db.asService(listUnfinishedParcels)) await updateClickAndDrop(deps)(id)
await fetchTracking(deps)
await db.close()

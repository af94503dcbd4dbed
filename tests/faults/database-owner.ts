import { startEmbedded } from '#platform/database/embedded/embedded.ts'
import { DatabaseStartError } from '#platform/database/embedded/machine.ts'
import { createLog } from '#platform/log.ts'

// Runs a private database until it is stopped or killed: `node database-owner.ts DATA_DIR`. Prints the database's
// connection string, or the error, as one line of JSON.

const [dataDir = ''] = process.argv.slice(2)
try {
  const database = await startEmbedded({ dataDir, log: createLog({ level: 'silent' }) })
  const alive = setInterval(() => undefined, 60_000)
  process.once('SIGTERM', async () => {
    await database.stop()
    clearInterval(alive)
  })
  process.stdout.write(`${JSON.stringify({ connectionString: database.connectionString, pid: database.pid() })}\n`)
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refused: error instanceof Error ? error.message : String(error) })}\n`)
  process.exitCode = error instanceof DatabaseStartError ? error.exitCode : 70
}

import { createServer, type RequestListener } from 'node:http'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { startPrivateDatabase } from '#app/open-database.ts'
import { readConfig } from '#config'
import type { Config } from '#operations/config/environment.ts'
import { createLog } from '#platform/log.ts'
import { isServerCode } from './server-code.ts'

// `npm run dev`: the whole shop. A change of a page shows at once; a change of the server's code restarts the program,
// while the private database stays open.

type Program = { listener: RequestListener; close(): Promise<void> }

const given = readConfig()
const log = createLog({ level: given.LOG_LEVEL })
const database = given.DATABASE_URL
  ? null
  : await startPrivateDatabase({ dataDir: join(given.DATA_DIR, 'postgres'), log })
const config: Config = { ...given, ...(database ? { DATABASE_URL: database.connectionString } : {}) }

const server = createServer((request, response) => {
  vite.middlewares(request, response, () => {
    program.then(
      ({ listener }) => listener(request, response),
      (error: unknown) => response.writeHead(500, { 'Content-Type': 'text/plain' }).end(explain(error)),
    )
  })
})
const vite: ViteDevServer = await createVite({
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server } },
})
let hasFailed = false
let program = openProgram()
await program.catch(tell)

vite.watcher.add(resolve('db/migrations'))
let reopening: NodeJS.Timeout | undefined
vite.watcher.on('all', (_event, file) => {
  if (!hasFailed && !isServerCode(vite.environments.ssr?.moduleGraph, file)) return
  clearTimeout(reopening)
  // Vite has to invalidate the old code first, and an editor may save several files.
  reopening = setTimeout(reopen, 100)
})

server.listen(config.PORT, config.HOST, () => log.info(`Ready at ${config.siteUrl}`))
server.once('error', async (error) => {
  tell(error)
  await close(1)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => close(0))

async function openProgram(): Promise<Program> {
  hasFailed = true
  const { openProgram: open } = await vite.ssrLoadModule('/src/server.ts')
  const opened: Program = await open(config, log, 'development')
  hasFailed = false
  return opened
}

function reopen(): void {
  program = program
    .catch(() => null) // already logged
    .then((running) => running?.close())
    .then(openProgram)
  program.then(() => log.info('the server runs the new code'), tell)
}

async function close(exitCode: number): Promise<void> {
  server.closeAllConnections()
  await (await program.catch(() => null))?.close()
  await vite.close()
  await database?.stop()
  process.exit(exitCode)
}

function tell(error: unknown): void {
  log.error(explain(error))
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  vite.ssrFixStacktrace(error)
  return stripVTControlCharacters(error.stack ?? error.message)
}

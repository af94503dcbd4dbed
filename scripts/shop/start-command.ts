import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '#config'
import { listShown, readDocuments } from '#features/content/documents/read-documents.ts'
import { applyFacts } from '#features/settings/keep-facts.ts'
import { createNewestBackup } from '#operations/facts.ts'
import { readStartFacts } from '#operations/start/start-facts.ts'
import { listSteps } from '#operations/start/steps.ts'
import { openDb, readShopNow } from '#platform/database/db.ts'
import { readSettingValues } from '#platform/settings.ts'
import { keysOfShop } from './keys-of-shop.ts'
import { runCommand } from './run-command.ts'
import { openShopDatabase } from './shop-database.ts'

const signs = { done: '✓', missing: '✗', blocked: '–' }

/** `start`: the list of /admin/start. Exit code 1 while a step is left. */
export function addTo(program: Command): void {
  program
    .command('start')
    .description('list what the shop needs before it sells: what is done, what is missing, and why not')
    .action(() => runCommand(printSteps))
}

async function printSteps(): Promise<void> {
  const config = readConfig()
  await using database = await openShopDatabase()
  const { connectionString, log } = database
  const db = openDb({ connectionString, log, maxConnections: 1 })
  try {
    const serviceKeys = await keysOfShop(config, db)
    const shown = await db.asService(async (tx) => {
      const now = await readShopNow(tx)
      applyFacts(await readSettingValues(tx), now, () => undefined)
      return listShown(await readDocuments(tx), now)
    })
    const newestBackup = createNewestBackup({ ...config, DATA_DIR: resolve(config.DATA_DIR) }, log)
    const facts = await readStartFacts({ config, db, serviceKeys, newestBackup, shown: () => shown })
    const steps = listSteps(facts)
    for (const { title, state, reason, to } of steps) {
      console.log(`${signs[state]} ${title}: ${reason}`)
      if (state === 'missing' && to) console.log(`  → ${config.siteUrl}${to}`)
    }
    if (steps.some(({ state }) => state !== 'done')) process.exitCode = 1
  } finally {
    await db.close()
  }
}

// Applies the retention in small batches until it is killed: node retention-program.ts DATABASE. Prints a line for each
// batch.
import { writeSync } from 'node:fs'
import { applyRetention, type RetentionRule, retentionRules } from '#operations/retention/apply-retention.ts'
import { openDb } from '#platform/database/db.ts'
import { createLog } from '#platform/log.ts'

const [connectionString = ''] = process.argv.slice(2)
const log = createLog({ level: 'fatal' })
const db = openDb({ connectionString, log, maxConnections: 2 })

function reported(rule: RetentionRule): RetentionRule {
  return async (tx, most, kept) => {
    const count = await rule(tx, most, kept)
    // Before the commit of the batch.
    writeSync(1, `${count}\n`)
    return count
  }
}

const rules = Object.fromEntries(Object.entries(retentionRules).map(([name, rule]) => [name, reported(rule)]))
await applyRetention({ db, log }, { most: 8, rules })
await db.close()

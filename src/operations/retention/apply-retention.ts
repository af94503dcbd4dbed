import { setTimeout as pause } from 'node:timers/promises'
import { retentionOf } from '#features/settings/read-shop-settings.ts'
import type { Db } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import { type RetentionRule, retentionRules } from './retention-rules.ts'

type RetentionDeps = { db: Db; log: Log; stopping?: AbortSignal }

type RetentionOptions = {
  /** Rows in a transaction: few enough that it ends within the limit of a statement. */
  most?: number
  /** The time after which the rest is left to the next run. */
  budgetMs?: number
  rules?: Record<string, RetentionRule>
}

/** Between two batches, so that purchases have the disk in between. */
const pauseMs = 50

/**
 * Deletes and empties what the shop no longer needs, in small transactions, and logs how much. A batch that is killed
 * or fails is done by the next run; two runs at once share the work. Returns the rows of each rule that handled some.
 */
export async function applyRetention(
  { db, log, stopping }: RetentionDeps,
  { most = 1_000, budgetMs = 120_000, rules = retentionRules }: RetentionOptions = {},
): Promise<Record<string, number>> {
  const endMs = performance.now() + budgetMs
  const isOver = () => stopping?.aborted || performance.now() >= endMs
  const kept = await db.asService(async (tx) => {
    const rows = await tx
      .selectFrom('private.settings')
      .select(['name', 'value'])
      .where('name', '=', 'retention')
      .execute()
    return retentionOf(new Map(rows.map(({ name, value }) => [name, value])))
  })
  const done: Record<string, number> = {}

  async function runRule(name: string, rule: RetentionRule): Promise<void> {
    while (!isOver()) {
      const count = await db.asService((tx) => rule(tx, most, kept))
      if (count === 0) return
      done[name] = (done[name] ?? 0) + count
      await pause(pauseMs, undefined, { ref: false })
    }
  }

  for (const [name, rule] of Object.entries(rules)) {
    // One rule that fails must not keep the others from running.
    await runRule(name, rule).catch((error: unknown) => log.error({ error, of: name }, 'old data could not be deleted'))
  }
  if (Object.keys(done).length > 0) log.info({ done, complete: !isOver() }, 'old data was deleted')
  return done
}

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { keyOf, type Migration } from './migration-files.ts'

/**
 * `baseline.json` of a migrations directory, written when its files were squashed. `files`: the keys of the baseline.
 * `adopts`: the `ledgerDigest` of a database that has every earlier migration. `previous`: the version that applies
 * those.
 */
export type Baseline = { files: string[]; adopts: string; previous: string }

/** The baseline of a migrations directory, or null where the files were never squashed. */
export async function readBaseline(directory: string): Promise<Baseline | null> {
  const text = await readFile(join(directory, 'baseline.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : (JSON.parse(text) as Baseline)
}

/**
 * Replaces the ledger of a database that has every migration before the baseline by the rows of the baseline, in one
 * transaction. Leaves an empty ledger and one that has a file of the baseline as they are. Refuses any other ledger.
 */
export async function adoptBaseline(
  client: pg.Client,
  {
    baseline,
    migrations,
    applied,
  }: { baseline: Baseline; migrations: readonly Migration[]; applied: ReadonlyMap<string, string> },
): Promise<void> {
  const files = migrations.filter((each) => baseline.files.includes(keyOf(each)))
  if (applied.size === 0 || files.some((each) => applied.get(keyOf(each)) === each.checksum)) return
  if (ledgerDigest(applied) !== baseline.adopts) {
    throw new Error(
      `This database lacks migrations from before the baseline: start ${baseline.previous} once, which applies them, ` +
        'and then this version again.',
    )
  }
  try {
    await client.query('begin')
    await client.query('delete from migrations.applied; delete from migrations.needed')
    for (const { folder, name, checksum } of files) {
      await client.query('insert into migrations.applied (folder, name, checksum) values ($1, $2, $3)', [
        folder,
        name,
        checksum,
      ])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** SHA-256 in hex of the lines `key checksum` of a ledger, sorted. */
export function ledgerDigest(applied: ReadonlyMap<string, string>): string {
  const lines = [...applied].map(([key, checksum]) => `${key} ${checksum}`).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** In the order they run. A hosted project brings its own `auth` and `storage`, and runs `public` alone. */
const folders = ['auth', 'storage', 'public'] as const

/** One SQL file; `checksum` is the SHA-256 of its text in hex. */
export type Migration = { folder: string; name: string; sql: string; checksum: string }

/**
 * What the comments at the head of a file say. `isOutside`: `-- outside a transaction`. `needs`: of
 * `-- contract: needs public/0030_name.sql`, the migration that a program must have to work with the database
 * afterwards.
 */
export type MigrationKind = { isOutside: boolean; needs: string | null }

/** The migrations of a directory, in the order they run. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const migrations: Migration[] = []
  for (const folder of folders) {
    const names = await readdir(join(directory, folder)).catch(() => [])
    for (const name of names.filter((each) => /^\d{4}_[a-z0-9_]+\.sql$/.test(each)).sort()) {
      const sql = await readFile(join(directory, folder, name), 'utf8')
      migrations.push({ folder, name, sql, checksum: createHash('sha256').update(sql).digest('hex') })
    }
  }
  return migrations
}

/** `folder/name`, by which the ledger identifies a migration. */
export function keyOf({ folder, name }: Pick<Migration, 'folder' | 'name'>): string {
  return `${folder}/${name}`
}

export function kindOf(sql: string): MigrationKind {
  const head = /^(?:\s*--.*\n|\s*\n)*/.exec(sql)?.[0] ?? ''
  return {
    isOutside: /^-- outside a transaction\b/im.test(head),
    needs: /^-- contract: needs (\S+\.sql)\b/im.exec(head)?.[1] ?? null,
  }
}

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** In the order they run. A hosted project brings its own `auth` and `storage`, and runs `public` alone. */
const folders = ['auth', 'storage', 'public'] as const

/** One SQL file; `checksum` is the SHA-256 of its text in hex. */
export type Migration = { folder: string; name: string; sql: string; checksum: string }

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

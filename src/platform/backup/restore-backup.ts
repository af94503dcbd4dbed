import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keyOf, readMigrations } from '../database/migration-files.ts'
import { migrate } from '../database/migrate.ts'
import type { FileStore } from '../storage/files/file-store.ts'
import { readArchive } from './archive-reader.ts'
import { connectForCopy } from './database-snapshot.ts'
import type { Manifest } from './manifest.ts'
import { RestoreRefused, restoreDatabase } from './restore-database.ts'
import { placeOf, type Verified } from './verify-backup.ts'
import { type BackupProgress, secretCheckOf } from './write-backup.ts'

export type RestorePlace = {
  connectionString: string
  files: FileStore
  dataDir: string
  /** The configured JWT_SECRET, where one is set. */
  jwtSecret: string | undefined
  migrationsDir: string
  /** SQL that is run with the restored rows: what must not happen again. */
  afterwards: readonly string[]
}

/**
 * Restores a verified backup into an empty place: secrets, then rows and files in one transaction, which is committed only
 * when every row and file has been read again and is the same. Then the database is migrated to this version. Throws
 * RestoreRefused before anything is changed.
 */
export async function restoreBackup(
  open: () => Promise<ReadableStream<Uint8Array>>,
  key: string | undefined,
  { manifest, secrets }: Verified,
  place: RestorePlace,
  progress: BackupProgress = () => undefined,
): Promise<void> {
  await requireKnownMigrations(manifest, place.migrationsDir)
  await requireNoFiles(place.files)
  await placeSecrets(manifest, secrets, place)
  await migrate(place.connectionString, place.migrationsDir, manifest.migrations.map(keyOf))
  const client = await connectForCopy(place.connectionString, 'shop-restore')
  try {
    await restoreDatabase(client, {
      manifest,
      afterwards: place.afterwards,
      async load(copy) {
        const hashes = new Map(manifest.files.map(({ name, sha256 }) => [name, sha256]))
        let files = 0
        for await (const entry of readArchive(await open(), key)) {
          const { kind, name } = placeOf(entry.name)
          if (kind === 'table') {
            await copy(name, entry.content)
            progress(`table ${name}`)
          } else if (kind === 'file') {
            await restoreFile(place.files, name, entry.content, hashes.get(name))
            files += 1
            if (files % 50 === 0) progress(`files: ${files} of ${manifest.files.length}`)
          }
        }
      },
    })
  } finally {
    await client.end()
  }
  await migrate(place.connectionString, place.migrationsDir)
}

async function requireKnownMigrations(manifest: Manifest, directory: string): Promise<void> {
  const known = new Map((await readMigrations(directory)).map((each) => [keyOf(each), each.checksum]))
  for (const each of manifest.migrations) {
    if (!known.has(keyOf(each)))
      throw new RestoreRefused(`This backup was made by a newer version: it has the migration ${keyOf(each)}`)
    if (known.get(keyOf(each)) !== each.checksum)
      throw new RestoreRefused(`The migration ${keyOf(each)} of this backup differs from this version’s`)
  }
}

async function requireNoFiles(files: FileStore): Promise<void> {
  for await (const { name } of files.list('objects/'))
    throw new RestoreRefused(`The picture store is not empty: it has ${name}`)
}

/**
 * Writes the secrets of an encrypted backup where none is. Refuses a JWT_SECRET other than the backup's: second factors
 * and signing keys are encrypted under it.
 */
async function placeSecrets(
  manifest: Manifest,
  secrets: Record<string, string>,
  { dataDir, jwtSecret }: RestorePlace,
): Promise<void> {
  const file = join(dataDir, 'jwt-secret')
  const present = jwtSecret ?? (await readFile(file, 'utf8').catch(() => undefined))?.trim()
  const secret = present ?? secrets['jwt-secret']
  if (secret === undefined)
    throw new RestoreRefused(
      `This backup has no secrets, since it is not encrypted. Put the old shop’s jwt-secret at ${file}, or set JWT_SECRET`,
    )
  if (secretCheckOf(secret) !== manifest.secretCheck)
    throw new RestoreRefused(
      present === undefined
        ? 'The secret in this backup is not the one its database was encrypted under'
        : `${jwtSecret === undefined ? file : 'JWT_SECRET'} is not the secret of this backup’s shop`,
    )
  if (present !== undefined) return
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  await chmod(file, 0o600)
}

async function restoreFile(
  files: FileStore,
  name: string,
  content: AsyncIterable<Buffer>,
  sha256: string | undefined,
): Promise<void> {
  const about = { type: 'application/octet-stream', mostBytes: Number.POSITIVE_INFINITY }
  await files.putStream(name, content, about)
  const hash = createHash('sha256')
  for await (const chunk of (await files.stream(name)) ?? []) hash.update(chunk)
  if (hash.digest('hex') !== sha256) throw new Error(`The file ${name} was not stored as it is in the backup`)
}

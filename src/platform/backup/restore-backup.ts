import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '../database/migrate.ts'
import { readOrMakeSecret } from '../secrets/secrets.ts'
import { type FileStore, storeCompared } from '../storage/files/file-store.ts'
import { readArchive } from './archive.ts'
import type { Manifest } from './manifest.ts'
import { RestoreRefused, requireKnownMigrations, requireNoFiles, restoreDatabase } from './restore-database.ts'
import { placeOf, type Verified } from './verify-backup.ts'
import { type BackupProgress, secretCheckOf } from './write-backup.ts'

type RestorePlace = {
  connectionString: string
  files: FileStore
  dataDir: string
  /** The configured JWT_SECRET, where one is set. */
  jwtSecret: string | undefined
  /** Restore also where a JWT_SECRET is present that is not the backup's. */
  allowNewSecret: boolean
  migrationsDir: string
  /** SQL that is run with the restored rows: what must not happen again. */
  afterwards: readonly string[]
}

/** An authenticator app's secret is encrypted under JWT_SECRET: under another one it would lock its user out. */
const withNewSecret = [`delete from auth.mfa_factors where factor_type = 'totp' and secret like 'v1.%'`]

/**
 * Restores a verified backup into an empty place: secrets, then rows and files in one transaction, which is committed
 * only when every row and file has been read again and is the same; otherwise the files are removed again. Then the
 * database is migrated to this version. Throws RestoreRefused before anything is changed. Returns whether the shop has
 * another JWT_SECRET now: users sign in again, links in earlier e-mails end, and authenticator apps are removed.
 */
export async function restoreBackup(
  open: () => Promise<ReadableStream<Uint8Array>>,
  key: string | undefined,
  { manifest, secrets }: Verified,
  place: RestorePlace,
  progress: BackupProgress = () => undefined,
): Promise<{ hasNewSecret: boolean }> {
  await requireKnownMigrations(manifest.migrations, place.migrationsDir)
  await requireNoFiles(place.files)
  const hasNewSecret = await placeSecrets(manifest, secrets, place)
  const written: string[] = []
  await restoreDatabase(place.connectionString, {
    ...manifest,
    migrationsDir: place.migrationsDir,
    afterwards: [...place.afterwards, ...(hasNewSecret ? withNewSecret : [])],
    async load(copy) {
      const hashes = new Map(manifest.files.map(({ name, sha256 }) => [name, sha256]))
      for await (const entry of readArchive(await open(), key)) {
        const { kind, name } = placeOf(entry.name)
        if (kind === 'table') {
          await copy(name, entry.content)
          progress(`table ${name}`)
        } else if (kind === 'file') {
          written.push(name)
          if ((await storeCompared(place.files, name, entry.content)).sha256 !== hashes.get(name))
            throw new Error(`The file ${name} was not stored as it is in the backup`)
          if (written.length % 50 === 0) progress(`files: ${written.length} of ${manifest.files.length}`)
        }
      }
      return manifest.tables
    },
  }).catch(async (error: unknown) => {
    await place.files.remove(written)
    throw error
  })
  await migrate(place.connectionString, place.migrationsDir)
  return { hasNewSecret }
}

/**
 * Writes the secret of an encrypted backup where there is none, or a new one where the backup has none either. Returns
 * whether it is another than the backup's, and refuses that for one that is present, unless it is allowed.
 */
async function placeSecrets(
  manifest: Manifest,
  secrets: Record<string, string>,
  { dataDir, jwtSecret, allowNewSecret }: RestorePlace,
): Promise<boolean> {
  const file = join(dataDir, 'jwt-secret')
  const present = jwtSecret ?? (await readIfPresent(file))
  const isSame = (secret: string) => secretCheckOf(secret) === manifest.secretCheck
  if (present !== undefined) {
    if (isSame(present)) return false
    if (allowNewSecret) return true
    const name = jwtSecret === undefined ? file : 'JWT_SECRET'
    throw new RestoreRefused(
      `${name} is not the secret of the shop that was backed up. Put the right one in its place; where it has changed since, restore ` +
        'under the former one, then run keys reseal (docs/operating/operations.md). Or add --new-secret: everyone then has to sign in ' +
        'again, and authenticator apps are removed',
    )
  }
  const saved = secrets['jwt-secret']
  if (saved === undefined) return !isSame(await readOrMakeSecret(dataDir, 'jwt-secret'))
  if (!isSame(saved))
    throw new RestoreRefused('The backup is damaged: its secret and its database do not belong together')
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, `${saved}\n`, { mode: 0o600, flag: 'wx' })
  return false
}

async function readIfPresent(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text?.trim()
}

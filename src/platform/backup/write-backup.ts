import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { deriveSecret } from '../secrets/secrets.ts'
import { type FileStore, hashed, originalName } from '../storage/files/file-store.ts'
import { type ArchiveWriter, writeArchive } from './archive.ts'
import type { BackupTable } from './backup-tables.ts'
import type { BackupTarget } from './backup-target.ts'
import { openSnapshot, type Snapshot } from './database-snapshot.ts'
import { createRowFingerprint, formatVersion, type Manifest, type TableEntry } from './manifest.ts'

type BackupSource = {
  /** PostgreSQL itself, not a pooler: the transaction and its lock last as long as the backup. */
  connectionString: string
  files: FileStore
  jwtSecret: string
  /** Files of DATA_DIR that are written into an encrypted backup only, by name. */
  secrets: Record<string, string>
  /** Tables whose rows are written into an encrypted backup only, by name. */
  onlyEncrypted: readonly string[]
  /** Encrypts the whole backup. */
  key?: string | undefined
  program: string
}

export type BackupProgress = (line: string) => void

/** Rows are written in entries of at least this size, so that no table has to fit into memory. */
const entryBytes = 4 * 1_048_576

/**
 * Writes database and files of one moment to `target` under a name with the date, and returns the name with the
 * manifest. A file whose object was stored after the moment is left out. An original that is missing from the store is
 * listed, and is not an error: the backup of a damaged shop must succeed.
 */
export async function writeBackup(
  source: BackupSource,
  target: BackupTarget,
  progress: BackupProgress = () => undefined,
): Promise<{ name: string; manifest: Manifest; sizeBytes: number }> {
  const snapshot = await openSnapshot(source.connectionString)
  try {
    let manifest: Manifest | undefined
    const bytes = writeArchive(source.key, async (archive) => {
      manifest = await fill(archive, source, snapshot, progress)
    })
    const name = backupName(snapshot.takenAt, source.key !== undefined)
    const { sizeBytes } = await target.put(name, bytes)
    if (!manifest) throw new Error('The backup has no manifest')
    return { name, manifest, sizeBytes }
  } finally {
    await snapshot.close()
  }
}

/** `shop-20261126T013000Z.tar.zst`, with `.age` where it is encrypted: sorted by name is sorted by time. */
function backupName(takenAt: Date, encrypted: boolean): string {
  const time = takenAt.toISOString().replace(/[-:]|\.\d+/g, '')
  return `shop-${time}.tar.zst${encrypted ? '.age' : ''}`
}

/** A check value for a secret: says whether another one is the same. */
export function secretCheckOf(jwtSecret: string): string {
  return deriveSecret(jwtSecret, 'which secret a backup belongs to')
}

async function fill(
  archive: ArchiveWriter,
  source: BackupSource,
  snapshot: Snapshot,
  progress: BackupProgress,
): Promise<Manifest> {
  const tables: TableEntry[] = []
  for (const table of snapshot.tables) {
    const isLeftOut = source.key === undefined && source.onlyEncrypted.includes(table.name)
    const entry = await addTable(archive, isLeftOut ? noRows : snapshot, table)
    tables.push(entry)
    progress(`rows of ${table.name}: ${entry.rows}`)
  }
  const { files, missing } = await addFiles(archive, source.files, await snapshot.objects(), progress)
  const secrets = source.key === undefined ? {} : source.secrets
  for (const [name, secret] of Object.entries(secrets)) await archive.add(`secrets/${name}`, Buffer.from(secret))
  const manifest: Manifest = {
    format: formatVersion,
    takenAt: snapshot.takenAt.toISOString(),
    program: source.program,
    postgresql: snapshot.postgresql,
    migrations: snapshot.migrations,
    tables,
    sequences: snapshot.sequences,
    files,
    missingFiles: missing,
    secrets: Object.keys(secrets),
    secretCheck: secretCheckOf(source.jwtSecret),
  }
  await archive.add('manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`))
  return manifest
}

const noRows: Pick<Snapshot, 'rows'> = { rows: () => Readable.from([]) }

async function addTable(
  archive: ArchiveWriter,
  snapshot: Pick<Snapshot, 'rows'>,
  table: BackupTable,
): Promise<TableEntry> {
  const fingerprint = createRowFingerprint()
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let part = 0
  async function flush() {
    part += 1
    await archive.add(`database/${table.name}/${String(part).padStart(6, '0')}.copy`, Buffer.concat(waiting))
    waiting = []
    waitingBytes = 0
  }
  for await (const chunk of hashed(snapshot.rows(table), fingerprint)) {
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes >= entryBytes) await flush()
  }
  if (waitingBytes > 0) await flush()
  return { ...table, ...fingerprint.end() }
}

async function addFiles(
  archive: ArchiveWriter,
  store: FileStore,
  objects: { id: string; version: string }[],
  progress: BackupProgress,
): Promise<{ files: Manifest['files']; missing: string[] }> {
  const files: Manifest['files'] = []
  const missing: string[] = []
  for (const [index, object] of objects.entries()) {
    const name = originalName(object)
    const found = await store.find(name)
    const content = found && (await store.stream(name))
    if (!content) {
      missing.push(name)
      continue
    }
    const hash = createHash('sha256')
    await archive.addStream(`files/${name}`, found.sizeBytes, hashed(content, hash))
    files.push({ name, sizeBytes: found.sizeBytes, sha256: hash.digest('hex') })
    if ((index + 1) % 50 === 0) progress(`files: ${index + 1} of ${objects.length}`)
  }
  return { files, missing }
}

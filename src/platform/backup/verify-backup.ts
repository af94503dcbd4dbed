import { createHash } from 'node:crypto'
import { type ArchiveEntry, ArchiveError, readArchive } from './archive.ts'
import { createRowFingerprint, type Fingerprint, type Manifest, manifest } from './manifest.ts'

export type Verified = { manifest: Manifest; secrets: Record<string, string> }

/** The most a manifest or a secret may hold in memory. */
const mostBytes = 64 * 1_048_576

/**
 * Reads a backup from end to end and compares every row and file with its manifest. Throws ArchiveError for one that is
 * damaged, incomplete, of an unknown format, or encrypted with another key.
 */
export async function verifyBackup(bytes: ReadableStream<Uint8Array>, key: string | undefined): Promise<Verified> {
  const tables = new Map<string, ReturnType<typeof createRowFingerprint>>()
  const files = new Map<string, string>()
  const secrets: Record<string, string> = {}
  let last: Manifest | undefined
  for await (const entry of readArchive(bytes, key)) {
    const place = placeOf(entry.name)
    if (place.kind === 'table') {
      const fingerprint = tables.get(place.name) ?? createRowFingerprint()
      tables.set(place.name, fingerprint)
      for await (const chunk of entry.content) fingerprint.update(chunk)
    } else if (place.kind === 'file') files.set(place.name, await sha256Of(entry))
    else if (place.kind === 'secret') secrets[place.name] = (await textOf(entry)).trim()
    else last = readManifest(await textOf(entry))
  }
  if (!last) throw new ArchiveError('The backup is incomplete: its end is missing. Use an earlier one')
  requireSame(last, new Map([...tables].map(([name, fingerprint]) => [name, fingerprint.end()])), files)
  return { manifest: last, secrets }
}

type EntryPlace = { kind: 'table' | 'file' | 'secret' | 'manifest'; name: string }

/** What an entry is, by its name; throws for any other name. */
export function placeOf(name: string): EntryPlace {
  if (name === 'manifest.json') return { kind: 'manifest', name }
  const table = /^database\/(.+)\/\d{6}\.copy$/.exec(name)?.[1]
  if (table) return { kind: 'table', name: table }
  const file = /^files\/(objects\/[0-9a-f-]+\/[0-9a-f-]+)$/.exec(name)?.[1]
  if (file) return { kind: 'file', name: file }
  const secret = /^secrets\/([a-z-]+)$/.exec(name)?.[1]
  if (secret) return { kind: 'secret', name: secret }
  throw new ArchiveError(`The backup contains an unknown entry: ${name}`)
}

function readManifest(text: string): Manifest {
  const parsed = manifest.safeParse(JSON.parse(text))
  if (!parsed.success) throw new ArchiveError('This version of the shop can’t read the format of the backup')
  return parsed.data
}

function requireSame(expected: Manifest, tables: Map<string, Fingerprint>, files: Map<string, string>): void {
  for (const { name, rows, sum } of expected.tables) {
    const actual = tables.get(name)
    if (rows === 0 ? actual !== undefined : actual?.rows !== rows || actual.sum !== sum)
      throw new ArchiveError(`The backup is damaged: the rows of ${name} have changed. Use an earlier one`)
  }
  for (const { name, sha256 } of expected.files) {
    if (files.get(name) !== sha256)
      throw new ArchiveError(`The backup is damaged: the file ${name} has changed or is missing. Use an earlier one`)
  }
  const known = new Set(expected.tables.map(({ name }) => name))
  const unknown = [...tables.keys()].find((name) => !known.has(name))
  if (unknown !== undefined || files.size !== expected.files.length)
    throw new ArchiveError('The backup is damaged: it contains more than its list of contents says. Use an earlier one')
}

async function sha256Of(entry: ArchiveEntry): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of entry.content) hash.update(chunk)
  return hash.digest('hex')
}

async function textOf(entry: ArchiveEntry): Promise<string> {
  if (entry.sizeBytes > mostBytes) throw new ArchiveError(`The backup is damaged: ${entry.name} is too large`)
  const chunks: Buffer[] = []
  for await (const chunk of entry.content) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

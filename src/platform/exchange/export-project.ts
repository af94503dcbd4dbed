import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BackupTable } from '../backup/backup-tables.ts'
import { openSnapshot, type Snapshot } from '../backup/database-snapshot.ts'
import { AppError } from '../http/errors/app-error.ts'
import { type FileStore, hashed, originalName } from '../storage/files/file-store.ts'
import { objectKey } from '../storage/object-key.ts'
import { type DumpValue, readCopyLine, writeLiteral } from './dump-tokens.ts'
import type { ImportRules } from './import-rules.ts'
import { scanDump } from './read-dump.ts'

type ExportSource = {
  connectionString: string
  files: FileStore
  rules: ImportRules
  /** Changes a row before it is written. Values have one character a byte. */
  convert: Readonly<Record<string, (row: Record<string, DumpValue>) => void>>
}

export type Exported = { tables: { name: string; rows: number }[]; files: number; missing: string[] }

type StoredObject = { id: string; version: string; place: string }

const statementRows = 500

/**
 * Writes `data.sql` and `storage/BUCKET/…` of one moment into a new folder, in the form of `supabase db dump
 * --data-only`: psql reads it into a hosted project that has the migrations of `public`, and `importProject` into a
 * shop. Afterwards the file is read again and its rows are counted, and every stored file is compared. Only the
 * folder's owner can read it: it contains accounts. A file that is missing from the store is listed, and is no error.
 */
export async function exportProject(
  source: ExportSource,
  to: string,
  progress: (line: string) => void,
): Promise<Exported> {
  await requireFree(to)
  const folder = `${resolve(to)}.unfinished`
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const snapshot = await openSnapshot(source.connectionString)
  try {
    const path = join(folder, 'data.sql')
    const exported: Exported = { tables: [], files: 0, missing: [] }
    const objects: StoredObject[] = []
    await pipeline(
      Readable.from(bytesOf(statements(source, snapshot, exported, objects, progress))),
      createWriteStream(path, { mode: 0o600, flush: true }),
    )
    const written = scanDump(path)
    for (const { name, rows } of exported.tables)
      if ((written.get(name)?.rows ?? 0) !== rows) throw new Error(`${path} does not have the ${rows} rows of ${name}`)
    for (const object of objects) await exportFile(source.files, folder, object, exported, progress)
    await rm(to, { recursive: true, force: true })
    await rename(folder, to)
    return exported
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  } finally {
    await snapshot.close()
  }
}

async function requireFree(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (entries.length > 0) throw new AppError('bad_request', `${folder} is not empty. Name a new folder.`)
}

async function* statements(
  { rules, convert }: ExportSource,
  snapshot: Snapshot,
  exported: Exported,
  objects: StoredObject[],
  progress: (line: string) => void,
): AsyncGenerator<string> {
  yield `SET session_replication_role = replica;\n\n--\n-- PostgreSQL database dump\n--\n\nSET statement_timeout = 0;
SET lock_timeout = 0;\nSET client_encoding = 'UTF8';\nSET standard_conforming_strings = on;\nSET row_security = off;\n\n`
  for (const table of snapshot.tables) {
    const name = qualified(table.name)
    const { leftOut, isDerived, ownColumns } = rules[name] ?? {}
    if (leftOut !== undefined && !isDerived) continue
    const columns = table.columns.map(plain).filter((column) => !ownColumns?.includes(column))
    const counted = { name, rows: 0 }
    for await (const row of readTable(snapshot, table)) {
      if (name === 'storage.objects') objects.push(storedObject(row))
      convert[name]?.(row)
      const values = columns.map((column) => writeLiteral(row[column] ?? null)).join(', ')
      const isFirst = counted.rows % statementRows === 0
      if (isFirst) yield `${counted.rows > 0 ? `${endOf(name)}` : ''}${startOf(name, columns)}`
      yield `${isFirst ? '' : ','}\n\t(${values})`
      counted.rows += 1
    }
    if (counted.rows > 0) yield endOf(name)
    exported.tables.push(counted)
    progress(`rows of ${name}: ${counted.rows}`)
  }
  for (const { name, value, isCalled } of snapshot.sequences) {
    const isOfExported = exported.tables.some((table) => qualified(name) === `${table.name}_id_seq`)
    if (isOfExported && !rules[qualified(name).replace(/_id_seq$/, '')]?.ownColumns?.includes('id'))
      yield `SELECT pg_catalog.setval(${writeLiteral(qualified(name))}, ${value}, ${isCalled});\n`
  }
  yield '\n--\n-- PostgreSQL database dump complete\n--\n\nRESET ALL;\n'
}

function startOf(name: string, columns: readonly string[]): string {
  const [schema, table] = name.split('.')
  const names = columns.map((column) => `"${column}"`).join(', ')
  return `INSERT INTO "${schema}"."${table}" (${names}) OVERRIDING SYSTEM VALUE VALUES`
}

/** The migrations of a project have added its buckets already. */
function endOf(name: string): string {
  return name === 'storage.buckets' ? '\nON CONFLICT DO NOTHING;\n\n' : ';\n\n'
}

async function* readTable(snapshot: Snapshot, table: BackupTable): AsyncGenerator<Record<string, DumpValue>> {
  const columns = table.columns.map(plain)
  let rest = ''
  for await (const chunk of snapshot.rows(table)) {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const values = readCopyLine(line)
      yield Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]))
    }
  }
}

function storedObject({ id, version, bucket_id, name }: Record<string, DumpValue>): StoredObject {
  const place = Buffer.from(`${bucket_id}/${name}`, 'latin1').toString('utf8')
  return { id: id ?? '', version: version ?? '', place }
}

async function exportFile(
  files: FileStore,
  folder: string,
  object: StoredObject,
  exported: Exported,
  progress: (line: string) => void,
): Promise<void> {
  const content = await files.stream(originalName(object))
  const isPath = objectKey(object.place.split('/').map(encodeURIComponent).join('/')) !== null
  if (!content || !isPath) {
    await content?.cancel()
    exported.missing.push(object.place)
    return
  }
  const path = join(folder, 'storage', object.place)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const [read, wrote] = [createHash('sha256'), createHash('sha256')]
  await pipeline(Readable.from(hashed(content, read)), createWriteStream(path, { mode: 0o600, flush: true }))
  for await (const chunk of createReadStream(path)) wrote.update(chunk)
  if (read.digest('hex') !== wrote.digest('hex')) throw new Error(`${path} was not written as it is stored`)
  exported.files += 1
  if (exported.files % 50 === 0) progress(`files: ${exported.files}`)
}

function qualified(name: string): string {
  return name.includes('.') ? name : `public.${name}`
}

/** A column’s name without the quotes it has where it is a keyword. */
function plain(column: string): string {
  return column.replace(/^"|"$/g, '')
}

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text, 'latin1')
}

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { type Encoded, encode } from '../http/encodings.ts'

export type StaticFile = { body: Encoded; headers: [string, string][]; etag: string }

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}
const isText = /\.(?:js|css|svg|txt|json|webmanifest)$/

/**
 * The built files, read once into memory and found by exact path: no request ever touches the disk, so none can leave
 * its folder. Names under /assets/ carry a hash and are kept for a year; a `.vite` folder is the builder's own. The smaller
 * forms lie beside a file as `.br` and `.gz`, which have no address; where a build made none they are made here.
 */
export async function readStaticFiles(directory: string, extra: [string, string][]): Promise<Map<string, StaticFile>> {
  const files = new Map<string, StaticFile>()
  const entries = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const names = new Set(entries.map((entry) => join(entry.parentPath, entry.name)))
  for (const file of names) {
    const path = `/${relative(directory, file).split(sep).join('/')}`
    if (path.startsWith('/.') || isSmallerForm(file, names)) continue
    const body = await readFile(file)
    const smaller = await readSmaller(file, names)
    const kept: StaticFile = {
      body: smaller ? { identity: body, ...smaller } : { identity: body },
      etag: createHash('sha256').update(body).digest('base64url').slice(0, 22),
      headers: [
        ['Content-Type', types[extname(path)] ?? 'application/octet-stream'],
        ['Cache-Control', path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'],
        ...extra,
      ],
    }
    files.set(path, kept)
    // Best compression takes a while: done behind the first visitors' backs.
    if (!smaller && isText.test(path)) void encode(body, 9).then((encoded) => Object.assign(kept, { body: encoded }))
  }
  return files
}

function isSmallerForm(file: string, names: Set<string>): boolean {
  return /\.(?:br|gz)$/.test(file) && names.has(file.slice(0, file.lastIndexOf('.')))
}

/** What lies beside a file; null unless both forms do. */
async function readSmaller(file: string, names: Set<string>): Promise<Omit<Encoded, 'identity'> | null> {
  if (!names.has(`${file}.br`) || !names.has(`${file}.gz`)) return null
  const [br, gzip] = await Promise.all([readFile(`${file}.br`), readFile(`${file}.gz`)])
  return { br, gzip }
}

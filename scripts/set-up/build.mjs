import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { execute } from './execute.mjs'
import { logStep, SetUpError } from './log-step.mjs'

const stamp = 'build/.stamp'
const sources = [
  'src',
  'public',
  'shop.config.ts',
  'shop.duties.ts',
  'shop.colours.ts',
  'shop.sizes.ts',
  'shop.topics.ts',
  'shop.verses.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
]
const settings = ['package.json', 'package-lock.json']
const largeBytes = 262_144

/** Builds the shop, unless the last build is of the same sources. */
export async function prepareBuild(node, { force = false } = {}) {
  if (!force && isBuildCurrent()) return
  const now = fingerprint()
  logStep('building the pages and the server …')
  rmSync(stamp, { force: true })
  const code = await execute(node, ['node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'error'], {
    NODE_ENV: 'production',
  })
  if (code !== 0) throw new SetUpError('The build failed; what is wrong stands above.')
  writeFileSync(stamp, now)
}

/** Whether the build in a folder was made, to its end, of the sources beside it. */
export function isBuildCurrent(folder = '.') {
  const file = join(folder, stamp)
  return existsSync(file) && readFileSync(file, 'utf8') === fingerprint(folder)
}

/** A hash over every file of the build: its content, or, for large files, its size and date. */
function fingerprint(folder = '.') {
  const hash = createHash('sha256')
  for (const file of [...sources, ...settings].flatMap((each) => filesOf(join(folder, each))).sort()) {
    const stats = statSync(file)
    hash.update(`\n${relative(folder, file)}\n`)
    hash.update(stats.size > largeBytes ? `${stats.size} ${stats.mtimeMs}` : readFileSync(file))
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (/\.test\.tsx?$/.test(entry.name)) return []
    return entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)]
  })
}

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execute } from './execute.mjs'
import { logStep, SetUpError } from './log-step.mjs'

const stamp = 'build/.stamp'
const sources = ['src', 'public', 'shop.config.ts', 'vite.config.ts', 'react-router.config.ts', 'tsconfig.json']
const settings = ['package.json', 'package-lock.json']
const largeBytes = 262_144

/** Builds the shop, unless the last build is of the same sources. */
export async function prepareBuild(node, { force = false } = {}) {
  const now = fingerprint()
  if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  logStep('building the pages and the server …')
  rmSync(stamp, { force: true })
  const code = await execute(node, ['node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'error'], {
    NODE_ENV: 'production',
  })
  if (code !== 0) throw new SetUpError('The build failed; what is wrong stands above.')
  writeFileSync(stamp, now)
}

/** A hash over every file of the build: its content, or, for large files, its size and date. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const file of [...sources, ...settings].flatMap(filesOf).sort()) {
    const stats = statSync(file)
    hash.update(`\n${file}\n`)
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

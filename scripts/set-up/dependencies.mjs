import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { logStep } from './log-step.mjs'
import { npm } from './npm.mjs'

const stamp = 'node_modules/.installed'
const installed = 'node_modules/.package-lock.json'

/** Installs the packages of package-lock.json, unless they are installed. Resolves to whether it installed any. */
export async function prepareDependencies(node) {
  const lock = readFileSync('package-lock.json')
  const hash = createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false
  const isNeeded = !isInstalled(JSON.parse(lock.toString()))
  if (isNeeded) {
    logStep('installing the packages (package-lock.json) …')
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    await npm(['ci', ...flags], { purpose: 'install the packages', node })
  }
  writeFileSync(stamp, hash)
  return isNeeded
}

/** npm records what it has installed, so a manual `npm ci` is not repeated. */
function isInstalled(lock) {
  if (!existsSync(installed)) return false
  const there = JSON.parse(readFileSync(installed, 'utf8')).packages
  const isThere = ([path, { version, optional }]) => there[path]?.version === version || (optional && !there[path])
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .every(isThere)
}

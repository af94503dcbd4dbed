import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { logStep, SetUpError } from './log-step.mjs'
import { npm } from './npm.mjs'

const oldest = [24, 7] // argon2 in node:crypto
const pinned = JSON.parse(readFileSync(new URL('./node-packages.json', import.meta.url), 'utf8'))

/**
 * The path of a Node that is new enough: the running one, or a private one under `.node/`, installed once from the
 * package registry. `packages` has the package, version and hash for each platform.
 */
export async function prepareNode({ running = process.versions.node, packages = pinned } = {}) {
  if (fits(running)) return process.execPath
  const platform = `${process.platform}-${process.arch}`
  const instead = `Install Node ${oldest.join('.')} or newer.`
  const pin = packages[platform]
  if (!pin) throw new SetUpError(`Node ${running} is too old, and there is no other for ${platform}. ${instead}`)
  const home = resolve('.node', pin.version)
  const node = pathIn(home)
  if (!existsSync(node)) {
    logStep(`Node ${running} is too old for the shop: installing Node ${pin.version} in .node/ …`)
    await install(pin, home, instead)
  }
  return node
}

/** The same without installing: a line about the problem where there is none. */
export function findNode({ running = process.versions.node, packages = pinned, folder = '.' } = {}) {
  if (fits(running)) return { node: process.execPath, problem: null }
  const pin = packages[`${process.platform}-${process.arch}`]
  const node = pin && pathIn(resolve(folder, '.node', pin.version))
  if (node && existsSync(node)) return { node, problem: null }
  const instead = pin ? ', or run: npm run build, which installs one in .node/' : ''
  return { node: null, problem: `- Node ${oldest.join('.')} or newer: this is ${running}. Install it${instead}` }
}

function pathIn(home) {
  return join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

function fits(running) {
  const [major, minor] = running.split('.').map(Number)
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1])
}

/** Installs through a separate lock file, so that npm compares the archive with our hash before it unpacks it. */
async function install({ name, version, integrity }, home, instead) {
  const unfinished = resolve('.node', `tmp-${process.pid}`)
  mkdirSync(unfinished, { recursive: true })
  const wanted = { name: 'private-node', version: '0.0.0', dependencies: { [name]: version } }
  const packages = { '': wanted, [`node_modules/${name}`]: { version, integrity } }
  const lock = { name: wanted.name, version: wanted.version, lockfileVersion: 3, requires: true, packages }
  try {
    writeFileSync(join(unfinished, 'package.json'), JSON.stringify(wanted))
    writeFileSync(join(unfinished, 'package-lock.json'), JSON.stringify(lock))
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    await npm(['ci', '--prefix', unfinished, ...flags], { purpose: `install Node ${version}` })
    const installed = join(unfinished, 'node_modules', name)
    assertRuns(pathIn(installed), version, instead)
    if (!existsSync(home)) renameSync(installed, home)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function assertRuns(node, version, instead) {
  const { stdout, error } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (stdout?.trim() === `v${version}`) return
  throw new SetUpError(`The registry's Node does not run on this system (${error?.code ?? 'no glibc?'}). ${instead}`)
}

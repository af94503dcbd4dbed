import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { npm } from './npm.mjs'
import { SetUpError, say } from './say.mjs'

const version = '24.21.0'
const oldest = [24, 7] // argon2 in node:crypto
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win-x64']

/**
 * The path of a Node that fits: the one that runs this, or a private one under `.node/`, which is brought from the
 * package registry once.
 */
export async function prepareNode() {
  if (fits(process.versions.node)) return process.execPath
  const home = resolve('.node', version)
  const node = join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(node)) await bring(home, node)
  return node
}

function fits(running) {
  const [major, minor] = running.split('.').map(Number)
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1])
}

async function bring(home, node) {
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const instead = `Install Node ${oldest.join('.')} or newer.`
  if (!platforms.includes(platform)) {
    throw new SetUpError(`Node ${process.versions.node} is too old, and there is no other for ${platform}. ${instead}`)
  }
  say(`Node ${process.versions.node} is too old for the shop: bringing Node ${version} into .node/ …`)
  const name = `node-${platform}`
  const unfinished = resolve('.node', `tmp-${process.pid}`)
  mkdirSync(unfinished, { recursive: true })
  try {
    const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    await npm(['install', '--prefix', unfinished, ...flags, `${name}@${version}`], { purpose: `fetch Node ${version}` })
    const brought = join(unfinished, 'node_modules', name)
    assertRuns(join(brought, node.slice(home.length + 1)), instead)
    if (!existsSync(home)) renameSync(brought, home)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function assertRuns(node, instead) {
  const { stdout, error } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (stdout?.trim() === `v${version}`) return
  throw new SetUpError(`The registry's Node does not run on this system (${error?.code ?? 'no glibc?'}). ${instead}`)
}

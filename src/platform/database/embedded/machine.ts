import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { release, userInfo } from 'node:os'

/**
 * The private database cannot start. The message is one line for the person at the terminal.
 * exitCode: 2 another program runs it, 3 its files are of another PostgreSQL version, 1 anything else.
 */
export class DatabaseStartError extends Error {
  readonly exitCode: number

  constructor(message: string, { exitCode = 1, cause }: { exitCode?: 1 | 2 | 3; cause?: unknown } = {}) {
    super(message, { cause })
    this.name = 'DatabaseStartError'
    this.exitCode = exitCode
  }
}

/** Whether the file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT'
}

/** Whether the name is taken by a file, or by a folder that is not empty. */
export function isNameTaken(error: unknown): boolean {
  return ['EEXIST', 'ENOTEMPTY'].includes(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Whether a process of this number exists, of any user; a zombie counts. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/**
 * The environment of PostgreSQL's programs, the same on every machine: no locale or libpq setting of the machine
 * reaches them.
 */
export const databaseEnvironment: Record<string, string> = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

/**
 * How every file of the cluster is flushed after its creation and after a crash: `fsync` takes a thousand calls,
 * seconds on a busy disk; `syncfs` takes one call and reports the disk's errors since Linux 5.8.
 */
export function syncMethod(): 'syncfs' | 'fsync' {
  const [major = 0, minor = 0] = release().split('.').map(Number)
  const isReliable = process.platform === 'linux' && (major > 5 || (major === 5 && minor >= 8))
  return isReliable ? 'syncfs' : 'fsync'
}

export type SystemUser = { uid: number; gid: number }

/**
 * The user that PostgreSQL runs as; null means the user that runs the shop. PostgreSQL refuses to run as root, so root
 * uses the owner of the existing files, else `postgres`, else the system user `nobody`. No user is created.
 */
export function databaseUser(clusterDir: string): SystemUser | null {
  if (process.getuid?.() !== 0) {
    assertNamedUser()
    return null
  }
  const owner = ownerOf(clusterDir)
  if (owner && owner.uid !== 0) return owner
  const user = lookUp('postgres') ?? lookUp('nobody')
  if (!user) throw new DatabaseStartError('PostgreSQL must not run as root, and there is no user postgres or nobody.')
  return user
}

/** Whether `user` may enter `dir` and read `files`; tested by trying, so links and access lists count. */
export function canReach(user: SystemUser, dir: string, files: string[] = []): boolean {
  const script = 'cd "$1" || exit 1; shift; for file; do test -r "$file" || exit 1; done'
  const { status, error } = spawnSync('/bin/sh', ['-c', script, 'reach', dir, ...files], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  })
  if (error) throw new DatabaseStartError(`Cannot become user ${user.uid} to run PostgreSQL.`, { cause: error })
  return status === 0
}

function assertNamedUser(): void {
  try {
    userInfo()
  } catch (cause) {
    const uid = process.getuid?.()
    throw new DatabaseStartError(
      `PostgreSQL needs a user with a name, and user ${uid} has no entry in /etc/passwd. Set DATABASE_URL instead.`,
      { cause },
    )
  }
}

function ownerOf(dir: string): SystemUser | null {
  const stats = statSync(dir, { throwIfNoEntry: false })
  return stats ? { uid: stats.uid, gid: stats.gid } : null
}

function lookUp(name: string): SystemUser | null {
  try {
    const readId = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: readId('-u'), gid: readId('-g') }
  } catch {
    return null // `id` fails when there is no such user
  }
}

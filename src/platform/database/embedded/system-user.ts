import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { DatabaseStartError } from './start-error.ts'

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

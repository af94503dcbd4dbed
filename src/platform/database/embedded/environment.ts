import { release } from 'node:os'

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

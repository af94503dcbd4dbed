import { release } from 'node:os'

/** The same everywhere, so that no setting of the machine's locale or of libpq reaches PostgreSQL. */
export const databaseEnvironment: Record<string, string> = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

/**
 * After its creation and after a crash every file of the cluster is flushed: a thousand calls, seconds on a busy disk,
 * or one `syncfs`, which reports the disk's errors since Linux 5.8.
 */
export function syncMethod(): 'syncfs' | 'fsync' {
  const [major = 0, minor = 0] = release().split('.').map(Number)
  const isReliable = process.platform === 'linux' && (major > 5 || (major === 5 && minor >= 8))
  return isReliable ? 'syncfs' : 'fsync'
}

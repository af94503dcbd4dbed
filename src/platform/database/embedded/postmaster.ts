import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, open, rename, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseEnvironment, syncMethod } from './machine.ts'
import type { Place } from './place.ts'

// The shell reads from a pipe of Node: when Node ends, in any way, `read` returns and the shell requests a fast
// shutdown of PostgreSQL. Without it a killed shop would leave its database running.
const lifeline = `
exec 3<&0 0</dev/null
"$@" 3<&- & pg=$!
( while read -r _; do :; done <&3; kill -INT $pg 2>/dev/null ) & watch=$!
exec 3<&-
wait $pg; rc=$?; kill $watch 2>/dev/null; exit $rc
`

export type PostmasterOptions = { place: Place; socketDir: string; durable: boolean; readOnly?: boolean }

/**
 * Starts PostgreSQL on a Unix socket only, in its own session: Ctrl-C reaches only the shop, which stops PostgreSQL
 * last.
 */
export async function spawnPostmaster({ place, ...options }: PostmasterOptions): Promise<ChildProcess> {
  const log = await openLog(logFile(place))
  try {
    const child = spawn('/bin/sh', ['-c', lifeline, 'lifeline', ...commandLine(place, options)], {
      ...place.user,
      cwd: '/',
      env: databaseEnvironment,
      detached: true,
      // Into a file: a full pipe would block PostgreSQL.
      stdio: ['pipe', log.fd, log.fd],
    })
    child.stdin?.on('error', () => undefined) // it breaks when PostgreSQL ends first; 'exit' reports that
    return child
  } finally {
    await log.close()
  }
}

export function logFile({ root }: Place): string {
  return join(root, 'postgres.log')
}

/**
 * A folder for the socket that only its user may enter. A socket path may have some 100 bytes, so deep clones use /tmp.
 */
export async function prepareSocketDir({ root, user }: Place): Promise<{ socketDir: string; temporary: boolean }> {
  const beside = join(root, 'socket')
  const temporary = Buffer.byteLength(beside) > 80
  const socketDir = temporary ? await mkdtemp(join(tmpdir(), 'pg-')) : beside
  if (!temporary) await mkdir(socketDir, { recursive: true })
  await chmod(socketDir, 0o700)
  if (user) await chown(socketDir, user.uid, user.gid)
  return { socketDir, temporary }
}

function commandLine(
  { binaries, cluster }: Place,
  { socketDir, durable, readOnly }: Omit<PostmasterOptions, 'place'>,
): string[] {
  const settings = {
    listen_addresses: '',
    port: 5432, // names the socket file
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    max_connections: 60,
    shared_buffers: '128MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %a ',
    recovery_init_sync_method: syncMethod(),
    ...(readOnly ? { default_transaction_read_only: 'on' } : {}),
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 200 }),
  }
  return [
    binaries.postgres,
    '-D',
    cluster,
    ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ]
}

async function openLog(file: string) {
  const sizeBytes = await stat(file).then(
    (stats) => stats.size,
    () => 0,
  )
  if (sizeBytes > 10_000_000) await rename(file, `${file}.1`)
  return open(file, 'a', 0o600)
}

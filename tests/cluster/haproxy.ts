import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { giveToServers, ownFolder, startOwn, until } from './own-process.ts'

export type Backend = { name: string; port: number; checkPort?: number }

type Listen =
  /** The primary of PostgreSQL under Patroni. */
  | { kind: 'postgres'; backends: Backend[] }
  /** Programs of the shop. */
  | { kind: 'shop'; backends: Backend[] }

export type HaProxy = { ports: number[]; [Symbol.asyncDispose](): Promise<void> }

/** HAProxy on loopback with one port for each part of its configuration; the settings are those of docs/operating/scaling.md. */
export async function startHaProxy(parts: Listen[]): Promise<HaProxy> {
  const folder = await ownFolder()
  const ports = await freePorts(parts.length)
  const file = join(folder.path, 'haproxy.cfg')
  const listens = parts.map((part, index) => {
    const settings = part.kind === 'postgres' ? postgresSettings : shopSettings
    const servers = part.backends.map(
      ({ name, port, checkPort }) => `server ${name} 127.0.0.1:${port} check${checkPort ? ` port ${checkPort}` : ''}`,
    )
    return [`listen part${index}`, `bind 127.0.0.1:${ports[index]}`, ...settings, ...servers].join('\n  ')
  })
  await writeFile(file, `${[global, ...listens].join('\n\n')}\n`)
  await giveToServers(file)
  const process = await startOwn('/usr/sbin/haproxy', ['-db', '-f', file], {
    folder: folder.path,
    name: 'haproxy',
    needs: 'haproxy',
  })
  for (const port of ports) await until('HAProxy listens', () => accepts(port), { everyMs: 50 })
  return {
    ports,
    async [Symbol.asyncDispose]() {
      process.kill('SIGKILL')
      await process.stop()
      await folder[Symbol.asyncDispose]()
    },
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } finally {
    socket.destroy()
  }
}

const global = `global
  maxconn 4000

defaults
  timeout connect 2s
  timeout client 30m
  timeout server 30m`

/** A connection to a server that is no longer the primary is ended, so that the shop opens another. */
const postgresSettings = [
  'mode tcp',
  'option httpchk OPTIONS /primary',
  'http-check expect status 200',
  'default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
]

/**
 * A refused connection goes to another program; a request that broke later may have been carried out, and is not
 * repeated.
 */
const shopSettings = [
  'mode http',
  'balance roundrobin',
  'option forwardfor',
  'option http-server-close',
  'option httpchk GET /health/ready',
  'http-check expect status 200',
  'retries 3',
  'option redispatch 1',
  'retry-on conn-failure',
  // A busy program may need a second for its check; a dead one is noticed by the connection that it refuses.
  'timeout check 3s',
  'default-server inter 1s fall 3 rise 1',
]

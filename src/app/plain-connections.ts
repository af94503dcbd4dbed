import pg from 'pg'
import { isLoopback } from '#platform/http/server/loopback.ts'
import type { Environment } from './environment.ts'

/**
 * The connections of a live shop that could be read and changed on their way: to another machine and without TLS.
 * PLAINTEXT_HOSTS names the hosts that are reached over a private network, such as that of a container's database.
 */
export function plainConnections(config: Environment): string[] {
  const isPrivate = (host: string) => isLoopback(host) || config.PLAINTEXT_HOSTS.includes(host)
  const overHttp = (['S3_ENDPOINT', 'ALERT_WEBHOOK', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const).filter((name) => {
    const address = config[name]
    return address?.startsWith('http:') && !isPrivate(new URL(address).hostname)
  })
  const overPlainPostgres = (['DATABASE_URL', 'DATABASE_LISTEN_URL', 'DATABASE_READ_URL'] as const).filter((name) => {
    const host = config[name] && plainHostOf(config[name])
    return host && !isPrivate(host)
  })
  const otherwise = 'or name its host in PLAINTEXT_HOSTS, where a private network leads to it'
  return [
    ...overHttp.map((name) => `${name}: must use https in a live shop, ${otherwise}`),
    ...overPlainPostgres.map(
      (name) => `${name}: must use TLS in a live shop: add sslmode=verify-full to the address, ${otherwise}`,
    ),
  ]
}

/** The host of a database that is reached without TLS; null for one with TLS or by a socket. */
function plainHostOf(connectionString: string): string | null {
  const { host, ssl } = new pg.Client({ connectionString })
  if (ssl || host.startsWith('/')) return null
  return host.includes(':') ? `[${host}]` : host
}

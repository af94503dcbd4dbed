import pg from 'pg'
import { isLoopback } from '#platform/http/server/request-path.ts'
import { unreadableAddress } from './address-schemas.ts'
import type { Environment } from './environment.ts'

/** The databases’ addresses that cannot be used at all, such as one with a certificate file that cannot be read. */
export function unusableDatabases(config: Environment): string[] {
  return readDatabases(config).flatMap(({ name, problem }) => (problem ? [`${name}: ${problem}`] : []))
}

/**
 * The connections of a live shop that can be read and changed on their way: to another machine without TLS, or with TLS
 * that accepts every certificate. PLAINTEXT_HOSTS names the hosts that are reached over a private network, such as that
 * of a container's database.
 */
export function plainConnections(config: Environment): string[] {
  const named = new Set(config.PLAINTEXT_HOSTS.map(normalHost))
  const isPrivate = (host: string) => isLoopback(normalHost(host)) || named.has(normalHost(host))
  const otherwise = 'or name its host in PLAINTEXT_HOSTS, if it is on a private network'
  const overHttp = (['S3_ENDPOINT', 'ALERT_WEBHOOK', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const)
    .filter((name) => config[name]?.startsWith('http:') && !isPrivate(new URL(config[name]).hostname))
    .map((name) => `${name}: must use https in a live shop, ${otherwise}`)
  const overPostgres = readDatabases(config).flatMap(({ name, host, protection }) => {
    if (!host || host.startsWith('/') || protection === 'verified' || isPrivate(host)) return []
    const fault = protection === 'none' ? 'must use TLS' : 'must check the server’s certificate and its name'
    return [`${name}: ${fault} in a live shop: set sslmode=verify-full in the address, ${otherwise}`]
  })
  return [...overHttp, ...overPostgres]
}

/** Node's own variable, by which none of the program's connections would check a certificate. */
export function uncheckedCertificates(env: Record<string, string | undefined>): string[] {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return []
  return ['NODE_TLS_REJECT_UNAUTHORIZED: must not be 0 in a live shop, because no certificate would be checked']
}

/** `encrypted`: only a machine on the way that pretends to be the server can read along. */
type Protection = 'none' | 'encrypted' | 'verified'
type Connection = { host?: string; protection?: Protection; problem?: string }

function readDatabases(config: Environment): (Connection & { name: string })[] {
  return (['DATABASE_URL', 'DATABASE_LISTEN_URL'] as const).flatMap((name) =>
    config[name] ? [{ name, ...readConnection(config[name]) }] : [],
  )
}

type Ssl = { rejectUnauthorized?: boolean; checkServerIdentity?: unknown }

/**
 * How pg connects. Its parsed settings decide, and not the text of sslmode: pg 8 takes prefer, require and verify-ca
 * for verify-full, but with uselibpqcompat=true, and in pg 9, they have the weaker meanings of libpq.
 */
function readConnection(connectionString: string): Connection {
  try {
    const { host, ssl } = new pg.Client({ connectionString }) as unknown as {
      host: string
      ssl: boolean | string | Ssl
    }
    // pg passes on a text that it does not know, and ends the program with it.
    if (typeof ssl === 'string') return { problem: `ssl=${ssl} is not understood; use sslmode=verify-full` }
    return { host, protection: protectionOf(ssl) }
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException
    if (path) return { problem: `its certificate file ${path} cannot be read (${code})` }
    return { problem: code === 'ERR_INVALID_URL' || error instanceof URIError ? unreadableAddress : message }
  }
}

function protectionOf(ssl: boolean | Ssl): Protection {
  if (!ssl) return 'none'
  // libpq's verify-ca replaces the comparison of names: it accepts every server that the authority has certified.
  const isVerified = ssl === true || (ssl.rejectUnauthorized !== false && !ssl.checkServerIdentity)
  return isVerified ? 'verified' : 'encrypted'
}

/** A host as URLs have it, lower case and IPv6 in brackets, so that two spellings of one host are equal. */
function normalHost(host: string): string {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  return URL.parse(`http://${bare.includes(':') ? `[${bare}]` : bare}`)?.hostname ?? bare.toLowerCase()
}

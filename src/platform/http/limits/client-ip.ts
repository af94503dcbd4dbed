import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../env.ts'
import { AppError } from '../errors/app-error.ts'
import type { Rate } from './rate-limiter.ts'

/**
 * The client's IP address. Headers of the client are ignored unless TRUST_PROXY allows them: as the number of proxies
 * in front (the address that the outermost wrote to X-Forwarded-For), or as the name of a header that only they set.
 */
export function clientIp(trustProxy: string | undefined): (c: Context<Env>) => string {
  const ipOf = ipFrom(trustProxy)
  return (c) => ipOf(senderOf(c))
}

/**
 * Whether a request came through a proxy of the own network that TRUST_PROXY does not declare: no declared proxy names
 * the client, the peer has a private address, and the request has a forwarding header, or the site is served over
 * https, which this program does not speak itself. A client on the public internet cannot imitate this.
 */
export function undeclaredProxy(trustProxy: string | undefined, options: { https: boolean }) {
  const isHidden = hiddenFrom(trustProxy, options)
  return (c: Context<Env>): boolean => isHidden(senderOf(c))
}

/**
 * By what the client of a request is limited; null behind a proxy that is not declared, where all clients have one
 * address.
 */
export function createClientKey(trustProxy: string | undefined, options: { https: boolean }) {
  const ipOf = ipFrom(trustProxy)
  const isHidden = hiddenFrom(trustProxy, options)
  return ({ headers, socket }: IncomingMessage): string | null => {
    const sender: Sender = { peer: socket.remoteAddress, header: (name) => headers[name]?.toString() }
    return isHidden(sender) ? null : limitKey(ipOf(sender))
  }
}

/** `header` takes a name in lower case. */
type Sender = { peer: string | undefined; header: (name: string) => string | undefined }

function senderOf(c: Context<Env>): Sender {
  return { peer: c.env?.incoming?.socket.remoteAddress, header: (name) => c.req.header(name) }
}

function ipFrom(trustProxy: string | undefined) {
  const namedByProxy = addressFromProxy(trustProxy)
  return (sender: Sender): string => namedByProxy(sender) ?? sender.peer ?? 'local'
}

function hiddenFrom(trustProxy: string | undefined, { https }: { https: boolean }) {
  const namedByProxy = addressFromProxy(trustProxy)
  return (sender: Sender): boolean => {
    if (!sender.peer || namedByProxy(sender) || !isPrivate(sender.peer)) return false
    return https || forwardingHeaders.some((name) => sender.header(name) !== undefined)
  }
}

const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

const privateNetworks = new BlockList()
privateNetworks.addSubnet('127.0.0.0', 8)
privateNetworks.addSubnet('10.0.0.0', 8)
privateNetworks.addSubnet('172.16.0.0', 12)
privateNetworks.addSubnet('192.168.0.0', 16)
privateNetworks.addSubnet('169.254.0.0', 16)
privateNetworks.addAddress('::1', 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fe80::', 10, 'ipv6')

function isPrivate(ip: string): boolean {
  // An IPv4 address mapped into IPv6 is looked up as the IPv4 address it is.
  return privateNetworks.check(ip.split('%')[0] ?? '', isIP(ip) === 6 ? 'ipv6' : 'ipv4')
}

/** The client's address where a declared proxy names one. */
function addressFromProxy(trustProxy: string | undefined): (sender: Sender) => string | null {
  const hops = trustProxy && /^\d{1,2}$/.test(trustProxy) ? Number(trustProxy) : 0
  const header = trustProxy && hops === 0 && trustProxy !== '0' ? trustProxy.toLowerCase() : null
  return (sender) => {
    if (header) return address(sender.header(header))
    return hops > 0 ? address(sender.header('x-forwarded-for')?.split(',').at(-hops)) : null
  }
}

function address(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return isIP(trimmed) ? trimmed : null
}

/**
 * The key of a rate limit: an IPv4 address, or the /56 of an IPv6 address. Providers give a home at least a /56, which is
 * 256 networks of /64 (RIPE-690), so a limit for each /64 would be none.
 */
export function limitKey(ip: string): string {
  if (isIP(ip) !== 6) return ip
  // An address has many spellings; URL parsing gives one: lower case, no leading zeros, embedded IPv4 in hexadecimal.
  const [head = '', tail] = new URL(`http://[${ip.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(8 - left.length - right.length, 0)
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right]
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return dotted(groups.slice(6))
  const [first, second, third, fourth = '0'] = groups
  return [first, second, third, (Number.parseInt(fourth, 16) & 0xff00).toString(16)].join(':')
}

/** '203.0.113.7' from the two last groups of an IPv4 address mapped into IPv6. */
function dotted(groups: readonly string[]): string {
  return groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join('.')
}

/** Refuses over_request_rate_limit once one address has called more often than the rate. */
export function limit(bucket: string, rate: Rate) {
  return createMiddleware<Env>(async (c, next) => {
    if (await c.var.rateLimiter.consume(bucket, limitKey(c.var.clientIp), rate)) return next()
    throw new AppError('over_request_rate_limit', 'Request rate limit reached')
  })
}

/**
 * Refuses over_request_rate_limit once one network has called more often than the rate; the service's key is not
 * limited, nor are calls from inside the program, by which pages read. Where a proxy is not declared all clients have
 * one address, and none is limited.
 */
export function limitNetworks(bucket: string, rate: Rate) {
  return createMiddleware<Env>(async (c, next) => {
    const { claims, clientIp, rateLimiter, isBehindUndeclaredProxy } = c.var
    const isLimited = clientIp !== 'local' && claims.role !== 'service_role'
    if (!isLimited || isBehindUndeclaredProxy()) return next()
    if (await rateLimiter.consume(bucket, limitKey(clientIp), rate)) return next()
    throw new AppError('over_request_rate_limit', 'Request rate limit reached')
  })
}

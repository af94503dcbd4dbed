import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** Why a file could not be fetched. `unreachable` and `timeout` may pass. */
export type FetchProblem =
  | 'address_invalid'
  | 'address_private'
  | 'not_found'
  | 'refused'
  | 'redirects'
  | 'too_large'
  | 'timeout'
  | 'unreachable'

export class FetchError extends Error {
  override readonly name = 'FetchError'
  readonly problem: FetchProblem

  constructor(problem: FetchProblem, message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.problem = problem
  }
}

/** How a host's addresses are found and connected to. Tests have their own. */
export type Network = {
  resolve(host: string): Promise<string[]>
  /** The place to connect to for an address that was found and checked. */
  connectTo(address: string, port: number): { address: string; port: number }
}

const internet: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  connectTo: (address, port) => ({ address, port }),
}

/** Everything that is not public: IANA's special-purpose registries, with multicast and reserved ranges. */
const special = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  special.addSubnet(net, prefix, 'ipv4')
}
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
// Within it: protocol assignments with Teredo, documentation, and 6to4, which carries an IPv4 address.
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(net, prefix, 'ipv6')
}

/**
 * Whether an IP address is one of the public internet. Of IPv6 only global unicast is, so neither loopback, local and
 * link-local addresses nor those that carry an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
  return isIP(address) === 4 && !special.check(address, 'ipv4')
}

const maxRedirects = 3

type Options = { maxBytes: number; timeoutMs: number; signal?: AbortSignal; network?: Network }

/**
 * The bytes behind a public http or https address. Every host, also of a redirect, is resolved once, and the connection
 * goes to the address that was checked: a name that answers differently the second time gains nothing. Refuses with
 * `FetchError` an address with a password or another port, one that leads to a private network, more than three
 * redirects, a longer file, and an answer that is not complete within `timeoutMs`.
 */
export async function fetchPublic(address: string, options: Options): Promise<Buffer> {
  const signals = [AbortSignal.timeout(options.timeoutMs), ...(options.signal ? [options.signal] : [])]
  const signal = AbortSignal.any(signals)
  let url = parseAddress(address)
  try {
    for (let redirects = 0; ; redirects += 1) {
      const response = await open(url, signal, options.network ?? internet)
      try {
        const target = redirectOf(response)
        if (target === null) return await readBody(response, options.maxBytes)
        if (redirects === maxRedirects) throw new FetchError('redirects', 'More than three redirects')
        url = parseAddress(target, url)
      } finally {
        response.destroy()
      }
    }
  } catch (error) {
    if (error instanceof FetchError) throw error
    if (signal.aborted) throw new FetchError('timeout', 'Not complete in time', { cause: error })
    throw new FetchError('unreachable', 'No connection, or it broke', { cause: error })
  }
}

function parseAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (url && isWeb && url.port === '' && url.username === '' && url.password === '') return url
  throw new FetchError('address_invalid', 'Not a plain http or https address')
}

async function open(url: URL, signal: AbortSignal, network: Network): Promise<IncomingMessage> {
  // URL writes every form of an IPv4 address with four numbers, and IPv6 in brackets.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) ? [host] : await abortable(network.resolve(host), signal)
  const [first] = found
  if (first === undefined) throw new FetchError('unreachable', 'The host has no address')
  if (!found.every(isPublicAddress)) throw new FetchError('address_private', 'The host is in a private network')
  const isSecure = url.protocol === 'https:'
  const { address, port } = network.connectTo(first, isSecure ? 443 : 80)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = (isSecure ? requestHttps : requestHttp)({
    host: address,
    port,
    path: `${url.pathname}${url.search}`,
    headers: {
      Host: url.host,
      Accept: 'image/*,*/*;q=0.5',
      'Accept-Encoding': 'identity',
      'User-Agent': 'shop-import/1',
    },
    ...(isSecure && !isIP(host) && { servername: host }),
    agent: false,
    signal,
  })
  request.on('response', resolve).on('error', reject).end()
  return promise
}

/** A lookup has no signal of its own. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop))
}

/** The target of a redirect; null for an answer with a body. */
function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | null {
  if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location) return headers.location
  if (statusCode >= 200 && statusCode < 300) return null
  if (statusCode === 404 || statusCode === 410) throw new FetchError('not_found', `Status ${statusCode}`)
  if (statusCode === 429 || statusCode >= 500) throw new FetchError('unreachable', `Status ${statusCode}`)
  throw new FetchError('refused', `Status ${statusCode}`)
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = response.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new FetchError('refused', `Compressed as ${encoding}`)
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new FetchError('too_large', 'Too large')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    // Leaving the loop ends the connection.
    if (size > maxBytes) throw new FetchError('too_large', 'Too large')
    chunks.push(chunk)
  }
  if (!response.complete) throw new FetchError('unreachable', 'The answer was cut off')
  return Buffer.concat(chunks)
}

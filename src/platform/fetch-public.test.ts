import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { FetchError, fetchPublic, isPublicAddress, type Network } from './fetch-public.ts'

const publicAddress = '93.184.215.14'

/** A server behind the public address, and the calls to the resolver and the network. */
async function server(listener: RequestListener) {
  const http = createServer(listener)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const resolved: string[] = []
  const connected: string[] = []
  const network = (hosts: Record<string, string[]> = {}): Network => ({
    async resolve(host) {
      resolved.push(host)
      return hosts[host] ?? [publicAddress]
    },
    connectTo(address) {
      connected.push(address)
      return { address: '127.0.0.1', port }
    },
  })
  const get = (address: string, { hosts = {}, maxBytes = 1_000, timeoutMs = 2_000 } = {}) =>
    fetchPublic(address, { maxBytes, timeoutMs, network: network(hosts) })
  return {
    ...{ get, resolved, connected },
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fetched',
    (error: unknown) => (error instanceof FetchError ? error.problem : error),
  )

test('a file is fetched from the address that was checked, by one lookup, under the host’s name', async () => {
  let host = ''
  await using site = await server((request, response) => {
    host = request.headers.host ?? ''
    response.end('a picture')
  })
  expect(String(await site.get('http://cdn.example/a.jpg'))).toBe('a picture')
  expect({ host, resolved: site.resolved, connected: site.connected }).toEqual({
    ...{ host: 'cdn.example', resolved: ['cdn.example'], connected: [publicAddress] },
  })
})

test('a name that leads to a private network is refused before any connection, also if one of its addresses is public', async () => {
  await using site = await server((_, response) => response.end('a secret'))
  for (const address of [
    '10.0.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
  ]) {
    const hosts = { 'cdn.example': [publicAddress, address] }
    expect([address, await problemOf(site.get('http://cdn.example/', { hosts }))]).toEqual([address, 'address_private'])
  }
  for (const url of [
    'http://127.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://0/',
  ]) {
    expect([url, await problemOf(site.get(url))]).toEqual([url, 'address_private'])
  }
  expect(site.connected).toEqual([])
})

test('a redirect is followed three times, and each of its hosts is checked', async () => {
  await using site = await server((request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) response.end('here')
    else response.writeHead(302, { location: left === 9 ? 'http://inside.example/' : `/${left - 1}` }).end()
  })
  expect(String(await site.get('http://cdn.example/3'))).toBe('here')
  expect(await problemOf(site.get('http://cdn.example/4'))).toBe('redirects')
  const hosts = { 'inside.example': ['192.168.1.1'] }
  expect(await problemOf(site.get('http://cdn.example/9', { hosts }))).toBe('address_private')
})

test('other schemes, ports and addresses with a password are refused', async () => {
  await using site = await server((_, response) => response.end())
  for (const url of [
    'file:///etc/passwd',
    'ftp://cdn.example/',
    'http://cdn.example:8080/',
    'http://a:b@cdn.example/',
    'nonsense',
  ]) {
    expect([url, await problemOf(site.get(url))]).toEqual([url, 'address_invalid'])
  }
})

test('a long, slow, endless, compressed, missing or broken file is refused', async () => {
  await using site = await server((request, response) => {
    const answers: Record<string, () => unknown> = {
      '/declared': () => response.writeHead(200, { 'content-length': 5_000 }).end('x'.repeat(5_000)),
      '/counted': () => response.end('x'.repeat(5_000)),
      '/slow': () => response.write('x'),
      '/silent': () => undefined,
      '/packed': () => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
      '/missing': () => response.writeHead(404).end(),
      '/closed': () => response.writeHead(403).end(),
      '/busy': () => response.writeHead(503).end(),
      '/broken': () => {
        response.writeHead(200, { 'content-length': 100 }).write('x', () => request.socket.destroy())
      },
    }
    answers[request.url ?? '']?.()
  })
  const found: Record<string, unknown> = {}
  for (const path of ['declared', 'counted', 'slow', 'silent', 'packed', 'missing', 'closed', 'busy', 'broken'])
    found[path] = await problemOf(site.get(`http://cdn.example/${path}`, { timeoutMs: 300 }))
  expect(found).toEqual({
    ...{ declared: 'too_large', counted: 'too_large', slow: 'timeout', silent: 'timeout', packed: 'refused' },
    ...{ missing: 'not_found', closed: 'refused', busy: 'unreachable', broken: 'unreachable' },
  })
})

test('a lookup that hangs ends in time, one that fails counts as no connection', async () => {
  const network = (resolve: Network['resolve']): Network => ({
    resolve,
    connectTo: (address, port) => ({ address, port }),
  })
  const get = (resolve: Network['resolve']) =>
    problemOf(fetchPublic('http://cdn.example/', { maxBytes: 10, timeoutMs: 100, network: network(resolve) }))
  expect(await get(() => new Promise(() => undefined))).toBe('timeout')
  expect(await get(() => Promise.reject(new Error('ENOTFOUND')))).toBe('unreachable')
  expect(await get(async () => [])).toBe('unreachable')
})

test('only addresses of the public internet are public', () => {
  expect(
    ['93.184.215.14', '2606:4700::1111', '100.128.0.1', '172.32.0.1'].filter((each) => !isPublicAddress(each)),
  ).toEqual([])
  const others = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '198.18.0.1',
  ]
  const more = [
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fc00::1',
    'fe80::1%eth0',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
  ]
  const carrying = ['2002:a00:1::', '2001:0:1::', '2001:db8::1', 'ff02::1', 'cdn.example', '']
  expect([...others, ...more, ...carrying].filter(isPublicAddress)).toEqual([])
})

// @module-tag S35

import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from '../env.ts'
import { clientIp, limitKey, undeclaredProxy } from './client-ip.ts'

async function seen(trustProxy: string | undefined, headers: Record<string, string>) {
  const app = new Hono<Env>().get('/', (c) => c.text(clientIp(trustProxy)(c)))
  const bindings = { incoming: { socket: { remoteAddress: '10.0.0.9' } } } as Env['Bindings']
  return (await app.request('/', { headers }, bindings)).text()
}

test('a client’s headers are ignored unless TRUST_PROXY names a proxy', async () => {
  const claims = {
    'X-Forwarded-For': '1.1.1.1',
    'X-Real-IP': '2.2.2.2',
    Forwarded: 'for=3.3.3.3',
    'CF-Connecting-IP': '4.4.4.4',
  }
  expect(await seen(undefined, claims)).toBe('10.0.0.9')
  expect(await seen('0', claims)).toBe('10.0.0.9')
})

test('a number of proxies selects that address from the right', async () => {
  const headers = { 'X-Forwarded-For': '6.6.6.6, 7.7.7.7,8.8.8.8' }
  expect(await seen('1', headers)).toBe('8.8.8.8')
  expect(await seen('2', headers)).toBe('7.7.7.7')
  expect(await seen('5', headers)).toBe('10.0.0.9')
  expect(await seen('1', {})).toBe('10.0.0.9')
  expect(await seen('1', { 'X-Forwarded-For': 'not an address' })).toBe('10.0.0.9')
})

test('TRUST_PROXY may name a header', async () => {
  expect(await seen('CF-Connecting-IP', { 'cf-connecting-ip': '4.4.4.4' })).toBe('4.4.4.4')
  expect(await seen('CF-Connecting-IP', { 'X-Forwarded-For': '1.1.1.1' })).toBe('10.0.0.9')
})

test('an undeclared proxy of the shop’s own network is detected, and a client on the internet cannot imitate one', async () => {
  async function isHidden(
    peer: string,
    options: { trust?: string; headers?: Record<string, string>; https?: boolean },
  ) {
    const { trust, headers = {}, https = false } = options
    const app = new Hono<Env>().get('/', (c) => c.text(String(undeclaredProxy(trust, { https })(c))))
    const bindings = { incoming: { socket: { remoteAddress: peer } } } as Env['Bindings']
    return (await app.request('/', { headers }, bindings)).text()
  }
  const forwarded = { headers: { 'X-Forwarded-For': '1.1.1.1' } }
  for (const peer of [
    '127.0.0.1',
    '::1',
    '10.0.0.9',
    '172.31.0.2',
    '192.168.1.1',
    '::ffff:10.0.0.9',
    'fd00::1',
    'fe80::1%eth0',
  ])
    expect(await isHidden(peer, forwarded), peer).toBe('true')
  for (const peer of ['203.0.113.7', '172.32.0.1', '2001:db8::1', '::ffff:203.0.113.7'])
    expect(await isHidden(peer, forwarded), peer).toBe('false')
  expect(await isHidden('10.0.0.9', { headers: { Via: '1.1 proxy' } })).toBe('true')
  expect(await isHidden('10.0.0.9', { https: true })).toBe('true')
  expect(await isHidden('203.0.113.7', { https: true })).toBe('false')
  expect(await isHidden('127.0.0.1', {})).toBe('false')
  expect(await isHidden('10.0.0.9', { ...forwarded, trust: '1' })).toBe('false')
  expect(await isHidden('10.0.0.9', { ...forwarded, trust: 'cf-connecting-ip' })).toBe('true')
})

test('a limit counts an IPv6 client by the /56 that a home has', () => {
  expect(limitKey('203.0.113.7')).toBe('203.0.113.7')
  expect(limitKey('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(limitKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:0')
  expect(limitKey('2001:db8:1:aaff:ffff::1')).toBe('2001:db8:1:aa00')
  expect(limitKey('2001:db8:1:ab00::1')).toBe('2001:db8:1:ab00')
  expect(limitKey('2001:db8::1')).toBe('2001:db8:0:0')
  expect(limitKey('2001:0DB8:0000::1')).toBe('2001:db8:0:0')
  expect(limitKey('::ffff:cb00:7107')).toBe('203.0.113.7')
  expect(limitKey('0:0:0:0:0:FFFF:203.0.113.7')).toBe('203.0.113.7')
  expect(limitKey('::1')).toBe('0:0:0:0')
  expect(limitKey('fe80::1%eth0')).toBe('fe80:0:0:0')
  expect(limitKey('local')).toBe('local')
})

import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientIp, limitKey } from './client-ip.ts'
import type { Env } from './env.ts'

async function seen(trustProxy: string | undefined, headers: Record<string, string>) {
  const app = new Hono<Env>().get('/', (c) => c.text(clientIp(trustProxy)(c)))
  const bindings = { incoming: { socket: { remoteAddress: '10.0.0.9' } } } as Env['Bindings']
  return (await app.request('/', { headers }, bindings)).text()
}

test('nothing a caller sends is believed unless a proxy is named', async () => {
  const claims = {
    'X-Forwarded-For': '1.1.1.1',
    'X-Real-IP': '2.2.2.2',
    Forwarded: 'for=3.3.3.3',
    'CF-Connecting-IP': '4.4.4.4',
  }
  expect(await seen(undefined, claims)).toBe('10.0.0.9')
  expect(await seen('0', claims)).toBe('10.0.0.9')
})

test('so many proxies in front means so many addresses from the right', async () => {
  const headers = { 'X-Forwarded-For': '6.6.6.6, 7.7.7.7,8.8.8.8' }
  expect(await seen('1', headers)).toBe('8.8.8.8')
  expect(await seen('2', headers)).toBe('7.7.7.7')
  expect(await seen('5', headers)).toBe('10.0.0.9')
  expect(await seen('1', {})).toBe('10.0.0.9')
  expect(await seen('1', { 'X-Forwarded-For': 'not an address' })).toBe('10.0.0.9')
})

test('a header may be named', async () => {
  expect(await seen('CF-Connecting-IP', { 'cf-connecting-ip': '4.4.4.4' })).toBe('4.4.4.4')
  expect(await seen('CF-Connecting-IP', { 'X-Forwarded-For': '1.1.1.1' })).toBe('10.0.0.9')
})

test('a limit counts an IPv6 customer by his /64', () => {
  expect(limitKey('203.0.113.7')).toBe('203.0.113.7')
  expect(limitKey('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(limitKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(limitKey('2001:db8:1:2:ffff::1')).toBe('2001:db8:1:2')
  expect(limitKey('2001:db8::1')).toBe('2001:db8:0:0')
  expect(limitKey('::1')).toBe('0:0:0:0')
  expect(limitKey('fe80::1%eth0')).toBe('fe80:0:0:0')
  expect(limitKey('local')).toBe('local')
})

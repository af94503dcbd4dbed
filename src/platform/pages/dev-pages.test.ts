import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from '../http/env.ts'
import { devPages } from './dev-pages.ts'

test('a live shop has no pages under /dev, in any spelling, and a rehearsal has them', async () => {
  const statusOf = async (path: string, isRehearsal: boolean) => {
    const app = new Hono<Env>().use(devPages({ isRehearsal })).get('*', (c) => c.text('a page'))
    return (await app.request(`http://localhost${path}`, { headers: { Host: 'localhost' } })).status
  }
  for (const path of ['/dev', '/dev/mailbox', '/dev/ui', '/DEV/mailbox', '/%64ev/mailbox', '/dev.data']) {
    expect(await statusOf(path, false), path).toBe(404)
    expect(await statusOf(path, true), path).toBe(200)
  }
  expect(await statusOf('/development', false)).toBe(200)
})

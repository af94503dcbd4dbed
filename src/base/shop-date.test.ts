import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { datedByShop } from './shop-date.ts'

const days = 24 * 60 * 60 * 1000

test.for([0, 3 * days, -40 * days])(
  'an answer bears the shop’s time when its clock is moved by %d ms',
  async (aheadMs) => {
    const app = new Hono().get('/', (c) => c.json({}))
    const listener = datedByShop(getRequestListener(app.fetch), () => new Date(Date.now() + aheadMs))
    const server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      const reported = Date.parse(response.headers.get('date') ?? '')
      expect(Math.abs(reported - Date.now() - aheadMs)).toBeLessThan(5_000)
    } finally {
      server.close()
      server.closeAllConnections()
    }
  },
)

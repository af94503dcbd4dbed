import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { StoreUnavailable } from './file-store.ts'
import { openFileStore } from './open-file-store.ts'

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('an outage of the image store is one line when it begins and one when it ends', { timeout: 60_000 }, async () => {
  const lines: { msg: string; peer?: string; affected?: number }[] = []
  const log = createLog({ level: 'info', to: { write: (line: string) => void lines.push(JSON.parse(line)) } })
  const failing = createServer((_, response) => response.writeHead(503).end())
  const port = await listen(failing)
  const files = openFileStore({
    dataDir: '/nonexistent',
    log,
    config: {
      S3_BUCKET: 'shop',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
  })
  async function readFailing() {
    const error: unknown = await files.read('a/b').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(StoreUnavailable)
    log.error({ error }, 'a storage request failed')
  }
  await Promise.all([readFailing(), readFailing()])
  failing.closeAllConnections()
  await new Promise((resolve) => failing.close(resolve))
  await readFailing() // Refused by the system now, and the same outage.

  // A response that says no is a response: the outage is over.
  const answering = createServer((_, response) => response.writeHead(404).end())
  await listen(answering, port)
  expect(await files.find('a/b')).toBeNull()
  answering.close()
  expect(lines).toMatchObject([
    { msg: 'an outage begins', peer: 'image store' },
    { msg: 'an outage is over', peer: 'image store', affected: 3 },
  ])
})

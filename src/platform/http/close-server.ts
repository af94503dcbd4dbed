import type { Server } from 'node:http'

/**
 * Takes no new connection, answers everything that was asked, and tells each client that its connection ends with the
 * answer: one that never stops asking, as a proxy does, would keep the program open. After `patienceMs` the rest is cut.
 */
export async function closeServer(server: Server, { patienceMs }: { patienceMs: number }): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  const finished = new Promise<void>((done) => server.close(() => done()))
  // What was being answered when the stop came was promised to stay open, and is idle a moment later.
  const sweeping = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([finished, new Promise((done) => setTimeout(done, patienceMs).unref())])
  clearInterval(sweeping)
  server.closeAllConnections()
}

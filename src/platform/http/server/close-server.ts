import type { Server } from 'node:http'

/**
 * Accepts no new connection, finishes every request, and closes each connection after its response, because a proxy that
 * keeps sending would keep the program running. After `timeoutMs` the remaining connections are cut.
 */
export async function closeServer(server: Server, { timeoutMs }: { timeoutMs: number }): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  const finished = new Promise<void>((done) => server.close(() => done()))
  // Responses sent before the stop promised keep-alive; their connections are idle a moment later.
  const sweeping = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([finished, new Promise((done) => setTimeout(done, timeoutMs).unref())])
  clearInterval(sweeping)
  server.closeAllConnections()
}

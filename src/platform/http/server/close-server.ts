import type { Server } from 'node:http'

/**
 * From now on each connection is closed after its response: a proxy that keeps sending would keep the program running.
 */
export function endKeepAlive(server: Server): void {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
}

/**
 * Accepts no new connection and finishes every request. After `timeoutMs` the remaining connections are cut; resolves
 * to their number.
 */
export async function closeServer(server: Server, { timeoutMs }: { timeoutMs: number }): Promise<number> {
  endKeepAlive(server)
  // Connections that the system has accepted for the server would be reset: the server takes them first.
  await new Promise((taken) => setImmediate(taken))
  const finished = new Promise<void>((done) => server.close(() => done()))
  // Responses sent before the stop promised keep-alive; their connections are idle a moment later.
  const sweeping = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([finished, new Promise((done) => setTimeout(done, timeoutMs).unref())])
  clearInterval(sweeping)
  const cut = await new Promise<number>((counted) => server.getConnections((_error, count) => counted(count ?? 0)))
  server.closeAllConnections()
  return cut
}

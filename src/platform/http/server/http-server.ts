import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'

/** In milliseconds, as `node:http` names them. */
type ServerTimeouts = {
  headersTimeout: number
  requestTimeout: number
  keepAliveTimeout: number
  connectionsCheckingInterval: number
}

/**
 * Slow clients are disconnected: after five seconds without complete headers, and after five minutes without a complete
 * request, which is enough for an upload of 10 MB from a phone with a weak signal. An idle connection stays open for
 * longer than proxies keep theirs (mostly 60 s): the side that closes first may cut off a request on its way.
 */
const defaultTimeouts: ServerTimeouts = {
  headersTimeout: 5_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
}

/**
 * The HTTP server of the program. It creates no body stream for a request without a body. A client that has reset its
 * connection gets no answer: its address is unknown by then, and it would count as another client than it is.
 */
export function createHttpServer(listener: RequestListener, timeouts = defaultTimeouts): Server {
  return createServer({ ...timeouts, maxHeaderSize: 16_384, optimizeEmptyRequests: true }, (request, response) => {
    if (request.socket.remoteAddress === undefined) request.socket.destroy()
    else listener(request, response)
  })
}

/**
 * Ends requests whose body arrives too slowly: 408, and the connection closes. For the paths of `mayTakeLonger` only
 * the server's own limit applies, because Node has one for all paths.
 */
export function bodyTimeout(
  rest: RequestListener,
  { timeoutMs, mayTakeLonger }: { timeoutMs: number; mayTakeLonger: (url: string) => boolean },
): RequestListener {
  return function wait(request, response) {
    if (hasBody(request) && !mayTakeLonger(request.url ?? '')) {
      const timer = setTimeout(() => {
        if (request.complete) return
        if (!response.headersSent) request.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
        request.socket.destroySoon()
      }, timeoutMs)
      request.once('close', () => clearTimeout(timer))
    }
    return rest(request, response)
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

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

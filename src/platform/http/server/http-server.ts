import { createServer, type RequestListener, type Server } from 'node:http'

/** In milliseconds, as `node:http` names them. */
export type ServerTimeouts = {
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

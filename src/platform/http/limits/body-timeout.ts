import type { IncomingMessage, RequestListener } from 'node:http'

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

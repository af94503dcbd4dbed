import type { IncomingMessage, RequestListener } from 'node:http'

/**
 * Lets go who is too slow with the body of a request: 408, and the connection ends. `mayTakeLonger` says for which
 * addresses the server's own limit is enough, since Node has but one for all of them.
 */
export function bodyPatience(
  rest: RequestListener,
  { patienceMs, mayTakeLonger }: { patienceMs: number; mayTakeLonger: (url: string) => boolean },
): RequestListener {
  return function wait(request, response) {
    if (hasBody(request) && !mayTakeLonger(request.url ?? '')) {
      const timer = setTimeout(() => {
        if (request.complete) return
        if (!response.headersSent) request.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
        request.socket.destroySoon()
      }, patienceMs)
      request.once('close', () => clearTimeout(timer))
    }
    return rest(request, response)
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

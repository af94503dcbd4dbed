import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { PageCache } from './page-cache.ts'
import { pageKey } from './page-key.ts'
import { type Ready, readyAnswer } from './ready-answer.ts'
import type { StaticFile } from './static-files.ts'

/** Finds the built file or cached page at an address as it stands in the request line. */
export type FindReady = (url: string) => Ready | undefined

export function readyFrom({ cache, files }: { cache: PageCache; files: Map<string, StaticFile> }): FindReady {
  return (url) => {
    const key = pageKey(url)
    return key ? (cache.get(key) ?? files.get(key)) : undefined
  }
}

/**
 * The door of the program. Built files and cached pages are answered here, before any framework sees the request;
 * everything else goes on to the application.
 */
export function createListener({ find, rest }: { find: FindReady; rest: RequestListener }): RequestListener {
  return function listen(request, response) {
    const { method, url } = request
    const ready = url && (method === 'GET' || method === 'HEAD') ? find(url) : undefined
    return ready ? send(request, response, ready) : rest(request, response)
  }
}

function send({ method, headers }: IncomingMessage, response: ServerResponse, ready: Ready): void {
  const asked = { acceptEncoding: headers['accept-encoding'], ifNoneMatch: headers['if-none-match'] }
  const { status, lines, bytes } = readyAnswer(ready, asked)
  response.writeHead(status, lines)
  response.end(method === 'HEAD' ? undefined : (bytes ?? undefined))
}

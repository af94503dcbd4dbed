import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { PageCache } from '../pages/page-cache.ts'
import { pageKey } from '../pages/page-key.ts'
import { weighed } from '../pages/plain-get.ts'
import { type Asked, type Ready, type ReadyAnswer, readyAnswer } from '../pages/ready-answer.ts'
import type { StaticFile } from '../pages/static-files.ts'

/** Finds the built file, cached page or stored object at an address as it stands in the request line. */
export type FindReady = (url: string, asked: Pick<Asked, 'accept' | 'isBare'>) => Ready | undefined

type Sources = { cache: PageCache; files: Map<string, StaticFile>; objects: FindReady }

export function readyFrom({ cache, files, objects }: Sources): FindReady {
  return (url, asked) => {
    const key = pageKey(url)
    return key ? (cache.get(key) ?? files.get(key)) : objects(url, asked)
  }
}

/**
 * The door of the program. Built files and cached pages are answered here, before any framework sees the request;
 * everything else goes on to the application.
 */
export function createListener({ find, rest }: { find: FindReady; rest: RequestListener }): RequestListener {
  return function listen(request, response) {
    const { method, url } = request
    if (!url || (method !== 'GET' && method !== 'HEAD')) return rest(request, response)
    const asked = readAsked(request)
    const ready = find(url, asked)
    return ready ? send(request, response, readyAnswer(ready, asked)) : rest(request, response)
  }
}

function readAsked({ headers }: IncomingMessage): Asked {
  let isBare = true
  for (const name of weighed) if (headers[name] !== undefined) isBare = false
  return {
    acceptEncoding: headers['accept-encoding'],
    ifNoneMatch: headers['if-none-match'],
    accept: headers.accept,
    isBare,
  }
}

function send({ method }: IncomingMessage, response: ServerResponse, { status, lines, bytes }: ReadyAnswer): void {
  response.writeHead(status, lines)
  response.end(method === 'HEAD' ? undefined : (bytes ?? undefined))
}

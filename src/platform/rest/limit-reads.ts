import type { RequestListener } from 'node:http'
import { nextTurn } from '../http/server/next-turn.ts'

/** They share ten connections with the purchases, each of which needs several turns. */
const mostInProgress = 40

const body = JSON.stringify({
  // PostgreSQL's code for a server without a free connection, which is what the caller would wait for.
  code: '53300',
  message: 'The shop is busy. Please try again in a moment.',
  details: null,
  hint: null,
})

type Options = { headers: readonly [string, string][]; onRefusal: () => void }

/**
 * Answers 503 with Retry-After to reads of /rest/v1 while as many others as the database can serve are in progress, before
 * any framework sees them: a refusal must cost much less than an answer. A program that admits all of a crowd makes each
 * wait for longer than it takes to come again, and keeps their memory meanwhile.
 */
export function limitReads(rest: RequestListener, { headers, onRefusal }: Options): RequestListener {
  const own = ['Retry-After', '2', 'Cache-Control', 'no-store', 'Content-Type', 'application/json; charset=utf-8']
  const lines = [...headers.flat(), ...own]
  let inProgress = 0
  return function admit(request, response) {
    if (request.method !== 'GET' || !request.url?.startsWith('/rest/v1/')) return rest(request, response)
    if (inProgress >= mostInProgress) {
      onRefusal()
      response.writeHead(503, lines)
      response.end(body)
      return
    }
    inProgress += 1
    response.once('close', () => {
      inProgress -= 1
    })
    void nextTurn().then(() => {
      if (!response.destroyed) rest(request, response)
    })
  }
}

import type { Context } from 'hono'
import type { Env } from '../env.ts'

/**
 * Whether the client disconnected before its body was complete. Compares with the error Node ended the request with,
 * because a reset connection to one of our own peers has the same code and is a fault.
 */
export function isClientAbort(error: unknown, c: Context<Env>): boolean {
  const incoming = c.env?.incoming
  return incoming !== undefined && !incoming.complete && error === incoming.errored
}

/** Logs the disconnect and responds 499, nginx's status for it; the response reaches no client. */
export function clientAbortResponse(c: Context<Env>): Response {
  c.var.log.debug('the client went away before its body was whole')
  return new Response(null, { status: 499 })
}

import type { Context } from 'hono'
import type { Env } from './env.ts'

/**
 * Whether an error says that the client went away before its body was whole. It is the very error Node ended the request
 * with: a connection to something of ours that is reset has the same code and is a fault.
 */
export function isClientAbort(error: unknown, c: Context<Env>): boolean {
  const incoming = c.env?.incoming
  return incoming !== undefined && !incoming.complete && error === incoming.errored
}

/** Logs that the client went away, and answers what is sent to no one: 499, as nginx counts it. */
export function answerClientAbort(c: Context<Env>): Response {
  c.var.log.debug('the client went away before its body was whole')
  return new Response(null, { status: 499 })
}

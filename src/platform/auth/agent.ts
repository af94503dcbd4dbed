import type { Context } from 'hono'
import type { Env } from '../http/env.ts'

/** The client of a request, as sessions and the log store it. */
export type Agent = { ip: string; userAgent: string; requestId: string }

export function agentOf(c: Context<Env>): Agent {
  const userAgent = (c.req.header('user-agent') ?? '').slice(0, 500)
  return { ip: c.var.clientIp, userAgent, requestId: c.var.requestId }
}

/** The address for a column of type inet; null for a request without a connection. */
export function inetOf({ ip }: Agent): string | null {
  return ip === 'local' ? null : (ip.split('%')[0] ?? null)
}

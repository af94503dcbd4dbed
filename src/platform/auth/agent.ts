import type { Context } from 'hono'
import type { Env } from '../http/env.ts'

/** Who is at the other end of a request, as sessions and the log keep it. */
export type Agent = { ip: string; userAgent: string; requestId: string }

export function agentOf(c: Context<Env>): Agent {
  const userAgent = (c.req.header('user-agent') ?? '').slice(0, 500)
  return { ip: c.var.clientIp, userAgent, requestId: c.var.requestId }
}

/** The address for a column of type inet; null for a request that crossed no port. */
export function inetOf({ ip }: Agent): string | null {
  return ip === 'local' ? null : (ip.split('%')[0] ?? null)
}

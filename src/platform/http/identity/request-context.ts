import type { Context } from 'hono'
import type { RequestContext } from '../../database/db.ts'
import type { Env } from '../env.ts'

/** The request's id and the client's address, which triggers write to the audit log. */
export function requestContextOf(c: Context<Env>): Required<RequestContext> {
  return { requestId: c.var.requestId, ip: c.var.clientIp }
}

import { isDeepStrictEqual } from 'node:util'
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { requireRole } from '../auth/require-role.ts'
import { type Allowed, allowedRoles, type Role } from '../auth/roles.ts'
import type { Claims, Db, Tx } from '../database/db.ts'
import type { Contract } from './contract.ts'
import type { Env } from './env.ts'
import { AppError } from './errors/app-error.ts'
import { mediaTypeOf } from './headers.ts'
import { getSignedIn, requestContextOf } from './identity/signed-in.ts'

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type SignedIn = Claims & { sub: string }

/** What a handler gets: the caller and the request are checked. */
export type Call<C extends Contract = Contract> = {
  c: Context<Env>
  /** Its transactions carry the request's id and the client's address, which triggers write to the audit log. */
  db: Db
  claims: C['caller'] extends 'users' | Allowed ? SignedIn : Claims
  /** The caller's role in the back office; null where the endpoint asks for none. */
  role: C['caller'] extends Allowed ? Role : null
  query: Parsed<C['query']>
  body: Parsed<C['request']> | (C['form'] extends true ? null : never)
  /** One transaction as the service with the caller's id, for the audit log. */
  asCaller<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

type Endpoint = { contract: Contract; respond: (c: Context<Env>) => Promise<Response> }

/**
 * Puts a handler behind its contract: the caller is checked, then the request is validated. A response that is not as
 * the contract says, and a refusal that it does not name, are faults in development and in tests; in production they
 * are not looked at.
 */
export function handle<C extends Contract, Answer>(
  contract: C & { response: z.ZodType<unknown, Answer> },
  work: (call: Call<C>) => Promise<Answer | Response>,
): Endpoint {
  async function respondTo(c: Context<Env>): Promise<Response> {
    const { claims, role } = await checkCaller(contract, c)
    const { sub } = claims
    const db = withContext(c)
    const answer = await work({
      c,
      db,
      claims: claims as Call<C>['claims'],
      role: role as Call<C>['role'],
      query: contract.query?.parse(c.req.query()) as Call<C>['query'],
      body: (contract.form && mediaTypeOf(c) !== 'application/json'
        ? null
        : contract.request?.parse(await c.req.json())) as Call<C>['body'],
      asCaller: (work) => db.as({ role: 'service_role', ...(sub && { sub }) }, work),
    })
    if (answer instanceof Response) return answer
    const response = c.json(answer)
    if (!import.meta.env?.PROD) checkResponse(contract, await response.clone().json())
    return response
  }

  return {
    contract,
    async respond(c) {
      try {
        return await respondTo(c)
      } catch (error) {
        if (!import.meta.env?.PROD) checkRefusal(contract, error)
        throw error
      }
    },
  }
}

/** The endpoints of one subject, to be mounted at /functions/v1. */
export function endpoints(...all: Endpoint[]): Hono<Env> {
  const api = new Hono<Env>()
  for (const { contract, respond } of all) api.on(contract.method, `/${contract.name}`, respond)
  return api
}

async function checkCaller({ caller }: Contract, c: Context<Env>): Promise<{ claims: Claims; role: Role | null }> {
  if (isForStaff(caller)) return requireRole(c.var.db, c, caller)
  if (caller === 'users') return { claims: getSignedIn(c), role: null }
  const { claims } = c.var
  if (caller === 'everyone' || claims.role === 'service_role') return { claims, role: null }
  throw new AppError(claims.role === 'anon' ? 'unauthorized' : 'forbidden', 'Only the service key may call this.')
}

function isForStaff(caller: Contract['caller']): caller is Allowed {
  return caller in allowedRoles
}

function withContext(c: Context<Env>): Db {
  const { db } = c.var
  const context = requestContextOf(c)
  return {
    ...db,
    as: (claims, work, own = context) => db.as(claims, work, own),
    asService: (work, own = context) => db.asService(work, own),
  }
}

function checkResponse({ method, name, response }: Contract, sent: unknown): void {
  const { data, error } = response.safeParse(sent)
  if (error) throw new Error(`${method} ${name} answers against its contract: ${error.message}`, { cause: error })
  if (!isDeepStrictEqual(data, sent)) throw new Error(`${method} ${name} sends what is not in its contract`)
}

/** The codes of every endpoint, and those of each that is not for everyone, as the head of `docs/api.md` says. */
const sharedCodes = ['bad_request', 'over_request_rate_limit', 'busy']
const callerCodes = ['unauthorized', 'forbidden']

function checkRefusal({ method, name, caller, refuses = [] }: Contract, error: unknown): void {
  if (!(error instanceof AppError)) return
  const known = [...refuses, ...sharedCodes, ...(caller === 'everyone' ? [] : callerCodes)]
  if (known.includes(error.code)) return
  throw new Error(`${method} ${name} refuses with ${error.code}, unknown to its contract`, { cause: error })
}

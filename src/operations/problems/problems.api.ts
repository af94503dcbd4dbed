import type { Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { listProblems, type ProblemsDeps } from './list-problems.ts'
import { readProblems } from './problems.contract.ts'

export function problemsApi(deps: ProblemsDeps): Hono<Env> {
  return endpoints(handle(readProblems, ({ claims }) => listProblems(deps, claims.sub)))
}

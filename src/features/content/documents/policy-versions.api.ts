import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import type { Document } from './document.ts'
import { policies } from './document-kinds.ts'
import { listPoliciesAt, type PolicyAt, readPolicyVersion } from './policy-versions.contract.ts'

/** Earlier versions of the policies, for everyone: an order is under the version of its day. */
export function policyVersionsApi(): Hono<Env> {
  return endpoints(
    handle(readPolicyVersion, ({ db, query: { path, number } }) =>
      db.asService(async (tx) => {
        const { rows } = await sql<{ content: Document; at: Date; until: Date | null }>`
          select content, at, (select min(later.at) from private.document_versions as later
                                where later.path = version.path and later.at <= shop_now()
                                  and (later.at, later.number) > (version.at, version.number)) as until
            from private.document_versions as version
           where path = ${path} and number = ${Number(number)} and at <= shop_now()`.execute(tx)
        if (!rows[0]) throw new AppError('not_found', 'There is no such version.')
        return rows[0]
      }),
    ),
    handle(listPoliciesAt, ({ db, query: { at } }) =>
      db.asService(async (tx) => {
        const { rows } = await sql<PolicyAt>`
          select distinct on (path) path, number, content ->> 'name' as name
            from private.document_versions
           where path = any(${[...policies]}) and at <= least(${at}::timestamptz, shop_now())
           order by path, at desc, number desc`.execute(tx)
        return { policies: rows }
      }),
    ),
  )
}

import type { Hono } from 'hono'
import { sql } from 'kysely'
import { deleteExampleGarments as deleteExamples } from '#features/catalogue/example-garments.ts'
import { mailSender } from '#platform/email/address.ts'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { readMailDomain as lookUp, openResolver, type ResolveTxt } from './mail-domain.ts'
import { confirmStep, deleteExampleGarments, readMailDomain, readStart, type StartList } from './start.contract.ts'
import { mailFingerprint, readStartFacts, type StartDeps } from './start-facts.ts'
import { listSteps } from './steps.ts'

/** The list of what a shop needs before it sells. `resolveTxt`: another resolver, for tests. */
export function startApi(deps: StartDeps & { resolveTxt?: ResolveTxt }): Hono<Env> {
  const { resolveTxt = openResolver() } = deps

  async function read(): Promise<StartList> {
    const facts = await readStartFacts(deps)
    return {
      steps: listSteps(facts),
      example_garments: facts.garments.examples,
      test_email: facts.email?.state ?? null,
    }
  }

  return endpoints(
    handle(readStart, read),
    handle(confirmStep, async ({ asCaller, body: { step, confirmed } }) => {
      const about = step === 'email' ? mailFingerprint(deps) : null
      await asCaller((tx) =>
        (confirmed
          ? sql`insert into private.start_marks (name, about) values (${step}, ${about})
              on conflict (name) do update set about = excluded.about, marked_at = excluded.marked_at`
          : sql`delete from private.start_marks where name = ${step}`
        ).execute(tx),
      )
      return read()
    }),
    handle(deleteExampleGarments, async ({ asCaller }) => ({
      deleted: await asCaller(deleteExamples),
      ...(await read()),
    })),
    handle(readMailDomain, () => lookUp(mailSender(deps.config.mailFrom()).address, resolveTxt)),
  )
}

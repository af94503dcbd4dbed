import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import { type ClickAndDrop, ClickAndDropError, type KnownOrder } from './click-and-drop/click-and-drop.ts'
import { orderRequest } from './click-and-drop/order-request.ts'
import { prepareParcels } from './orders-to-post.ts'
import { type PostageDeps, readKey } from './postage-deps.ts'
import type { PostageProblem } from './postage-problem.ts'

/** A claimed parcel. `isUncertain`: an earlier call may have created it. */
type Claim = {
  id: string
  orderNumber: string
  reference: string
  state: 'sending' | 'removing'
  identifier: number | null
  attempts: number
  isUncertain: boolean
  key: string | null
}

type Caller = { db: PostageDeps['db']; clickAndDrop: ClickAndDrop }

/** For two hours; then the owner decides. */
const mostAttempts = 10

/**
 * Gives one parcel to Click & Drop, or takes it back. The row is claimed before the call, so a second run of the job
 * finds nothing to do, and after a crash or a lost answer the next attempt looks for the order by its reference before
 * it sends it again. It waits longer than a call may last.
 */
export function updateClickAndDrop(deps: PostageDeps): (id: string) => Promise<void> {
  const { db, seal, log, clickAndDrop } = deps
  return async (id) => {
    const claim = await db.asService(async (tx) => {
      const claimed = await claimParcel(tx, id)
      return claimed && { ...claimed, key: await readKey(tx, seal) }
    })
    if (!claim) return
    const { key } = claim
    if (key === null || clickAndDrop === null) return db.asService((tx) => giveUp(tx, claim, [{ code: 'key_missing' }]))
    try {
      const caller = { db, clickAndDrop }
      await (claim.state === 'removing' ? remove(caller, claim, key) : send(caller, claim, key))
    } catch (error) {
      const why = error instanceof ClickAndDropError ? error.why : 'unknown'
      // Click & Drop's reasons may repeat the customer's address: they stay with the parcel, and out of the log.
      const logged = why === 'refused' ? {} : { error }
      log.warn({ ...logged, parcel: id, why, attempts: claim.attempts }, 'Click & Drop did not take a parcel')
      await db.asService((tx) => noteFailure(tx, claim, error))
    }
  }
}

/** Ids of parcels whose job was lost. */
export async function listUnfinishedParcels(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from private.postage_parcels
     where state in ('waiting', 'sending', 'removing') and next_attempt_at <= now()
     order by next_attempt_at limit 500`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Claims a parcel for one attempt and schedules the next, also for a crash. Null: it is not due. */
async function claimParcel(tx: Tx, id: string): Promise<Omit<Claim, 'key'> | null> {
  const { rows } = await sql<Omit<Claim, 'key'>>`
    update private.postage_parcels as given
      set attempts = given.attempts + 1,
        is_uncertain = (given.is_uncertain or given.state = 'sending'),
        state = case when given.state = 'removing' then 'removing' else 'sending' end,
        next_attempt_at = now() + least(30, 2 * 2 ^ given.attempts) * interval '1 minute'
      from public.pre_orders as o
     where given.id = ${id} and o.id = given.order_id and given.state in ('waiting', 'sending', 'removing')
       and given.next_attempt_at <= now()
    returning given.id, o.order_number as "orderNumber", given.reference, given.state, given.attempts,
      given.order_identifier::float8 as identifier, given.is_uncertain as "isUncertain"`.execute(tx)
  return rows[0] ?? null
}

async function send({ db, clickAndDrop }: Caller, claim: Claim, key: string): Promise<void> {
  const known = claim.isUncertain ? await clickAndDrop.find(key, claim.reference) : null
  if (known) return db.asService((tx) => markSent(tx, claim, known))
  // As the order is now: it may have been changed, cancelled or posted since the press.
  const prepared = await db.asService((tx) => prepare(tx, claim))
  const problems: PostageProblem[] = prepared ? prepared.problems : [{ code: 'not_to_post' }]
  if (!prepared || problems.length > 0) return db.asService((tx) => giveUp(tx, claim, problems))
  faultPoint('postage.before-call')
  const created = await clickAndDrop.create(key, orderRequest({ ...prepared.parcel, reference: claim.reference }))
  faultPoint('postage.called')
  await db.asService((tx) => markSent(tx, claim, created))
}

/** The parcel as the order is now, with a note of what is given before the call. */
async function prepare(tx: Tx, { id, orderNumber }: Claim) {
  const prepared = (await prepareParcels(tx, [orderNumber], 'api')).get(orderNumber)
  if (prepared) {
    const given = JSON.stringify(prepared.given)
    await tx.updateTable('private.postage_parcels').set({ given }).where('id', '=', id).execute()
  }
  return prepared
}

async function remove({ db, clickAndDrop }: Caller, claim: Claim, key: string): Promise<void> {
  const result =
    claim.identifier === null ? { removed: true as const } : await clickAndDrop.remove(key, claim.identifier)
  faultPoint('postage.removed')
  if (!result.removed) return db.asService((tx) => giveUp(tx, claim, [{ code: 'removal_refused', text: result.text }]))
  await db.asService((tx) =>
    tx
      .updateTable('private.postage_parcels')
      .set({ state: 'removed', problems: '[]' })
      .where('id', '=', claim.id)
      .where('state', '=', 'removing')
      .execute(),
  )
}

async function markSent(tx: Tx, { id }: Claim, { identifier }: KnownOrder): Promise<void> {
  await tx
    .updateTable('private.postage_parcels')
    .set({ state: 'sent', order_identifier: identifier, is_uncertain: false, problems: '[]', attempts: 0 })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute()
  await sql`update private.postage_account set refused_at = null where refused_at is not null`.execute(tx)
}

/** No further automatic attempt: a parcel to send failed, one to take back stays at Click & Drop. */
async function giveUp(tx: Tx, { id, state }: Claim, problems: readonly PostageProblem[]): Promise<void> {
  await tx
    .updateTable('private.postage_parcels')
    .set({ state: state === 'removing' ? 'sent' : 'failed', problems: JSON.stringify(problems) })
    .where('id', '=', id)
    .where('state', '=', state)
    .execute()
}

/** What a failed call means for its parcel: another attempt, or the end with the reason. */
async function noteFailure(tx: Tx, claim: Claim, error: unknown): Promise<void> {
  const { why, message, retryAfterMs } =
    error instanceof ClickAndDropError ? error : { why: 'unknown' as const, message: '', retryAfterMs: null }
  if (why === 'key') {
    await sql`update private.postage_account set refused_at = public.shop_now()`.execute(tx)
    return giveUp(tx, claim, [{ code: 'key_refused' }])
  }
  if (why === 'not_offered') {
    return giveUp(tx, claim, [
      claim.state === 'removing' ? { code: 'removal_not_offered' } : { code: 'refused', text: message },
    ])
  }
  if (why === 'refused') return giveUp(tx, claim, [{ code: 'refused', text: message }])
  if (why !== 'too_fast' && claim.attempts >= mostAttempts) return giveUp(tx, claim, [{ code: 'no_answer' }])
  if (why === 'unknown' || claim.state === 'removing') return
  // It was certainly not carried out.
  const wait =
    why === 'too_fast' ? sql`${retryAfterMs ?? 1_000} * interval '1 millisecond'` : sql`interval '30 seconds'`
  await sql`
    update private.postage_parcels
      set state = 'waiting', next_attempt_at = now() + ${wait},
        attempts = attempts - case when ${why === 'too_fast'} then 1 else 0 end
     where id = ${claim.id} and state = 'sending'`.execute(tx)
}

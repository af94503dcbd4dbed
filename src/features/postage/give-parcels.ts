import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Piece } from '#features/orders/parcels/parcel.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { clickAndDropFile, letterProblems } from './click-and-drop/click-and-drop-file.ts'
import { changedParts, type Given } from './given.ts'
import { openStates, type PreparedParcel, prepareParcels, readGiven } from './orders-to-post.ts'
import type { PostageProblem } from './postage-problem.ts'

/** Does what a parcel's row says is to be done: gives it to Click & Drop, or takes it back. */
export const updateClickAndDropJob = 'postage.update-click-and-drop'

export type PostageResult = { order_number: string; ok: boolean; problems: PostageProblem[] }

/**
 * Queues the parcels of these orders, each once; orders with a problem are refused, each for itself. `pieces`: what of one
 * order is in its parcel; left out: all that is still to be sent.
 */
export async function giveParcels(
  tx: Tx,
  queue: Queue,
  { orders: numbers, pieces }: { orders: readonly string[]; pieces?: readonly Piece[] | undefined },
): Promise<PostageResult[]> {
  const prepared = await prepareParcels(tx, numbers, 'api', pieces)
  const given = await listGiven(
    tx,
    [...prepared.values()].map(({ order }) => order.id),
  )
  const results: PostageResult[] = []
  for (const order_number of numbers) {
    const found = prepared.get(order_number)
    const problems = refusalOf(found, given)
    results.push({ order_number, ok: problems.length === 0, problems })
    if (!found || problems.length > 0) continue
    await queue.enqueueOnce(tx, updateClickAndDropJob, await addWaiting(tx, found))
  }
  return results
}

function refusalOf(
  found: { order: { id: string }; problems: PostageProblem[] } | undefined,
  given: ReadonlySet<string>,
): PostageProblem[] {
  if (!found) return [{ code: 'not_to_post' }]
  return given.has(found.order.id) ? [{ code: 'given' }] : found.problems
}

/** The orders, of these, whose parcel is given already. */
async function listGiven(tx: Tx, orderIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from private.postage_parcels
     where order_id = any(${orderIds}::uuid[]) and state = any(${openStates}::text[])`.execute(tx)
  return new Set(rows.map(({ order_id }) => order_id))
}

/** A parcel that failed is tried again under its row: a call whose answer was lost is looked for first. */
async function addWaiting(tx: Tx, { order, parcel: { reference }, part }: PreparedParcel): Promise<string> {
  const pieces = part && JSON.stringify(part)
  const again = await sql<{ id: string }>`
    update private.postage_parcels
      set state = 'waiting', problems = '[]', attempts = 0, next_attempt_at = now(), pieces = ${pieces}::jsonb
     where order_id = ${order.id} and reference = ${reference} and state = 'failed' returning id`.execute(tx)
  if (again.rows[0]) return again.rows[0].id
  const { id } = await tx
    .insertInto('private.postage_parcels')
    .values({ order_id: order.id, reference, way: 'api', state: 'waiting', pieces })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type PostageFile = { batch: string; csv: string }

/**
 * The import file of these orders' parcels. They are marked, so that no later file has them; orders with a problem are
 * left out, each for itself. `file` is null where none is left.
 */
export async function exportParcels(
  tx: Tx,
  numbers: readonly string[],
): Promise<{ file: PostageFile | null; results: PostageResult[] }> {
  const prepared = await prepareParcels(tx, numbers, 'file')
  const given = await listGiven(
    tx,
    [...prepared.values()].map(({ order }) => order.id),
  )
  const results = numbers.map((order_number) => {
    const found = prepared.get(order_number)
    const problems = refusalOf(found, given)
    if (found && problems.length === 0) problems.push(...letterProblems(found.parcel))
    return { order_number, ok: problems.length === 0, problems }
  })
  const chosen = results.flatMap(({ ok, order_number }) => (ok ? [prepared.get(order_number)] : []))
  const parcels = chosen.filter((found) => found !== undefined)
  if (parcels.length === 0) return { file: null, results }
  const batch = randomUUID()
  await sql`delete from private.postage_parcels
     where order_id = any(${parcels.map(({ order }) => order.id)}::uuid[]) and state = 'failed'`.execute(tx)
  await tx
    .insertInto('private.postage_parcels')
    .values(
      parcels.map(({ order, parcel, given }) => ({
        order_id: order.id,
        reference: parcel.reference,
        way: 'file',
        state: 'exported',
        batch,
        given: JSON.stringify(given),
      })),
    )
    .execute()
  return { file: { batch, csv: clickAndDropFile(parcels.map(({ parcel }) => parcel)) }, results }
}

/** The same file again, of the parcels that are still marked; null where none is. */
export async function exportAgain(tx: Tx, batch: string): Promise<PostageFile | null> {
  const { rows } = await sql<{ order_number: string }>`
    select o.order_number from private.postage_parcels as given join public.pre_orders as o on o.id = given.order_id
     where given.batch = ${batch} and given.state = 'exported' order by given.created_at, o.order_number`.execute(tx)
  const numbers = rows.map(({ order_number }) => order_number)
  if (numbers.length === 0) return null
  const prepared = await prepareParcels(tx, numbers, 'file')
  const parcels = numbers.flatMap((number) => prepared.get(number)?.parcel ?? [])
  return { batch, csv: clickAndDropFile(parcels) }
}

/**
 * Takes these orders' parcels back: one that waits at once, one that Click & Drop has by a call to it, one of a file by
 * its mark alone. `isDeletedThere`: the owner has deleted it in Click & Drop.
 */
export async function takeParcelsBack(
  tx: Tx,
  queue: Queue,
  { orders, deleted_there: isDeletedThere }: { orders: readonly string[]; deleted_there: boolean },
): Promise<PostageResult[]> {
  const results: PostageResult[] = []
  for (const order_number of orders) {
    const { rows } = await sql<{ id: string; state: string }>`
      update private.postage_parcels as given
        set state = case when given.state = 'sent' and not ${isDeletedThere} then 'removing'
              when given.state = 'sending' then 'sending' else 'removed' end,
          problems = case when given.state = 'sending' then given.problems else '[]' end, attempts = 0,
          next_attempt_at = case when given.state = 'sending' then given.next_attempt_at else now() end
        from public.pre_orders as o
       where o.id = given.order_id and o.order_number = ${order_number} and given.state = any(${openStates}::text[])
      returning given.id, given.state`.execute(tx)
    const [row] = rows
    if (row?.state === 'removing') await queue.enqueueOnce(tx, updateClickAndDropJob, row.id)
    const problems: PostageProblem[] = row?.state === 'sending' ? [{ code: 'being_sent' }] : []
    results.push({ order_number, ok: problems.length === 0, problems })
  }
  return results
}

/** A parcel as its order's row shows it. */
export type ShownParcel = {
  order_number: string
  way: 'api' | 'file'
  state: 'waiting' | 'sending' | 'sent' | 'removing' | 'exported' | 'failed' | 'shipped'
  problems: PostageProblem[]
  batch: string | null
  at: Date
  /** A part of the order; null: all that was still to be sent. */
  part: { name: string; size: string; quantity: number }[] | null
}

/** The latest parcel of each of these orders; orders without one are left out. What was changed since is a problem. */
export async function listParcels(tx: Tx, numbers: readonly string[]): Promise<ShownParcel[]> {
  const { rows } = await sql<ShownParcel & { given: Given | null }>`
    select distinct on (given.order_id) o.order_number, given.way, given.state, given.problems, given.batch,
      given.created_at as at, given.given, (
        select jsonb_agg(jsonb_build_object('name', line.name, 'size', line.size, 'quantity', piece.quantity) order by line.position)
          from jsonb_to_recordset(given.pieces) as piece (position smallint, quantity smallint)
          join public.order_lines as line on line.order_id = o.id and line.position = piece.position) as part
      from private.postage_parcels as given join public.pre_orders as o on o.id = given.order_id
     where o.order_number = any(${numbers}::text[]) and given.state <> 'removed'
     order by given.order_id, given.created_at desc`.execute(tx)
  const there = rows.filter(({ state, given }) => given !== null && (state === 'sent' || state === 'exported'))
  const now = await readGiven(
    tx,
    there.map(({ order_number }) => order_number),
  )
  return rows.map(({ given, ...parcel }) => {
    const present = now.get(parcel.order_number)
    const parts = given && present ? changedParts(given, present) : []
    if (parts.length === 0) return parcel
    return { ...parcel, problems: [...parcel.problems, { code: 'changed_since', parts, way: parcel.way }] }
  })
}

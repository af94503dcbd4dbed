import { sql } from 'kysely'
import { counted } from '#base/counts.ts'
import { countExampleGarments } from '#features/catalogue/example-garments.ts'
import type { ShownDocument } from '#features/content/documents/read-documents.ts'
import { type ExampleText, findExampleTexts } from '#features/content/example-texts.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { ConfigError } from '../config/config.ts'

/** What is left of the example shop, its garments as one entry. */
export async function listExamples(tx: Tx, shown: readonly ShownDocument[]): Promise<ExampleText[]> {
  const { examples } = await countExampleGarments(tx)
  const garments = {
    page: 'Shop',
    path: '/shop',
    text: counted(examples, 'example garment', 'example garments'),
    place: '/admin/start',
  }
  return [...findExampleTexts(shown), ...(examples > 0 ? [garments] : [])]
}

/**
 * Lets a shop go live only without texts and garments of the example shop, and notes that it did. A shop that is live
 * already, or has sold, starts with them; an alert says so.
 */
export async function requireOwnTexts(db: Db, shown: readonly ShownDocument[]): Promise<void> {
  await db.asService(async (tx) => {
    const examples = (await wasLive(tx)) ? [] : await listExamples(tx, shown)
    if (examples.length > 0) throw new ConfigError(whyNotLive(examples))
    await sql`insert into private.start_marks (name) values ('live')
      on conflict (name) do update set about = null`.execute(tx)
  })
}

/** A shop of before the marks is taken for a live one until it starts as a rehearsal. */
export async function noteRehearsal(db: Db): Promise<void> {
  await db.asService((tx) =>
    tx.deleteFrom('private.start_marks').where('name', '=', 'live').where('about', '=', 'assumed').execute(),
  )
}

function whyNotLive(examples: readonly ExampleText[]): string {
  const lines = examples.map(({ page, path, text, place }) => `${page} (${path}): “${text}” · ${place}`)
  return `a shop goes live with texts of its own, and these are invented. Start it as a rehearsal and replace them:\n${lines.join('\n')}`
}

/** A trial order at Stripe with test keys is no sale. */
async function wasLive(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    select (exists (select from private.start_marks where name = 'live')
      or exists (select from public.pre_orders where payment_session_id like 'cs_live_%' and paid_at is not null)) as was`.execute(
    tx,
  )
  return rows[0]?.was === true
}

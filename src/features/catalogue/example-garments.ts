import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { openingGarments } from './opening-garments.ts'

/** Whether a product is still one of the opening catalogue: with another name or description it is the owner's. */
const isExample = (product: string): RawBuilder<boolean> => sql`exists (
  select from jsonb_to_recordset(${JSON.stringify(
    openingGarments.map(({ slug, name, description }) => ({ slug, name, description })),
  )}::jsonb) as example (slug text, name text, description text)
   where (example.slug, example.name, example.description)
     = (${sql.ref(`${product}.slug`)}, ${sql.ref(`${product}.name`)}, ${sql.ref(`${product}.description`)}))`

export type GarmentCounts = { examples: number; own: number }

/** How many garments are still examples, and how many of the owner's are active. */
export async function countExampleGarments(tx: Tx): Promise<GarmentCounts> {
  const { rows } = await sql<GarmentCounts>`
    select count(*) filter (where is_example)::int as examples,
      count(*) filter (where not is_example and active)::int as own
      from (select active, ${isExample('p')} as is_example from public.products p) counted`.execute(tx)
  return rows[0] ?? { examples: 0, own: 0 }
}

/** Deletes the garments that are still examples, in one statement; the archive has them. Returns how many. */
export async function deleteExampleGarments(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`delete from public.products p where ${isExample('p')}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

import { sql } from 'kysely'
import { hasHem } from '#features/catalogue/kinds.ts'
import { samplesId } from '#features/catalogue/samples.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError, fieldError } from '#platform/http/errors/app-error.ts'
import type { EditableOrder } from './editable-order.ts'
import type { WantedChange } from './order-change.ts'

/**
 * The sizes that each line of an order may have, by position: those the garment has now, or had when it was deleted,
 * and those the line had before, so that a change can be taken back.
 */
export async function listLineSizes(tx: Tx, { id, lines }: EditableOrder): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ position: number; offered: string[]; earlier: string[] }>`
    select line.position,
      coalesce(product.sizes, archived.sizes, '{}') as offered,
      coalesce((select array_agg(distinct each ->> 'before') from private.order_events as edit,
          jsonb_array_elements(edit.facts -> 'changes') as each
        where edit.order_id = line.order_id and edit.kind = 'edited' and each ->> 'field' = 'size'
          and (each ->> 'position')::int = line.position), '{}') as earlier
      from public.order_lines as line
      left join public.products as product on product.id = line.product_id
      left join lateral (
        select array(select jsonb_array_elements_text(deleted.product -> 'sizes')) as sizes
          from private.deleted_products as deleted
         where deleted.id = line.product_id order by deleted.deleted_at desc limit 1) as archived on true
     where line.order_id = ${id}`.execute(tx)
  const sizeOf = (position: number) => lines.find((line) => line.position === position)?.size
  return new Map(
    rows.map(({ position, offered, earlier }) => {
      const own = sizeOf(position)
      return [position, [...new Set([...offered, ...earlier, ...(own === undefined ? [] : [own])])]]
    }),
  )
}

/** The positions of the lines whose garments are hemmed for a height; a deleted one is as it was. */
export async function listHemmedLines(tx: Tx, orderId: string): Promise<number[]> {
  const { rows } = await sql<{ position: number; kind: string | null }>`
    select line.position, coalesce(product.kind, (select deleted.product ->> 'kind' from private.deleted_products as deleted
        where deleted.id = line.product_id order by deleted.deleted_at desc limit 1)) as kind
      from public.order_lines as line
      left join public.products as product on product.id = line.product_id
     where line.order_id = ${orderId} and line.product_id <> ${samplesId}
     order by line.position`.execute(tx)
  return rows.filter(({ kind }) => hasHem(kind)).map(({ position }) => position)
}

/** Refuses bad_request (at 'lines.0.size') for a size the garment does not have, or an unknown line. */
export async function refuseUnknownSizes(tx: Tx, order: EditableOrder, wanted: WantedChange['lines']): Promise<void> {
  const sizes = await listLineSizes(tx, order)
  for (const { position, size } of wanted) {
    const line = order.lines.find((each) => each.position === position)
    if (!line) throw new AppError('bad_request', 'That garment isn’t in this order.')
    if (size === undefined || sizes.get(position)?.includes(size)) continue
    throw fieldError(`lines.${position}.size`, `${line.name} isn’t made in that size. Please choose another.`)
  }
}

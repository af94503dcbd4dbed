import { formatPence } from '#base/money.ts'
import { namedSize } from '#features/catalogue/samples.ts'
import { inputLook } from '#ui/field.tsx'
import { SelectLine } from '#ui/select-field.tsx'
import { costOf, type GarmentAction, type GarmentChoice, piecesFor } from './garment-choice.ts'
import type { OrderMoney } from './order-money-queries.ts'

type GarmentPiecesProps = {
  money: OrderMoney
  choice: GarmentChoice
  onChoose: (pieces: Record<number, number>) => void
}

/** The garments of an order to choose from, with the number of pieces and what they cost. */
export function GarmentPieces({ money: { lines }, choice: { action, pieces }, onChoose }: GarmentPiecesProps) {
  return (
    <fieldset className="grid">
      <legend className="label text-ink-soft">Garments</legend>
      {lines.map((line) => {
        const most = piecesFor(action, line)
        const chosen = Math.min(pieces[line.position] ?? 0, most)
        const label = namedSize(line)
        const set = (count: number) => onChoose({ ...pieces, [line.position]: count })
        return (
          <div key={line.id} className="flex min-h-12 flex-wrap items-center gap-x-5 border-line border-b">
            <label className="flex min-h-11 min-w-0 grow cursor-pointer items-center gap-x-3">
              <input
                type="checkbox"
                checked={chosen > 0}
                disabled={most === 0}
                onChange={({ target }) => set(target.checked ? most : 0)}
                className="size-5 shrink-0 cursor-pointer accent-mulberry"
              />
              <span className={`wrap-any ${most === 0 ? 'text-ink-soft' : ''}`}>
                {label}
                {takenLabel(line, action)}
              </span>
            </label>
            {most > 1 && chosen > 0 && (
              <SelectLine
                aria-label={`Pieces of ${label}`}
                value={String(chosen)}
                onChange={({ target }) => set(Number(target.value))}
                choices={Array.from({ length: most }, (_, index) => String(index + 1)).map((id) => ({ id, name: id }))}
                frame="w-20"
                mark="size-5"
                className={`${inputLook} pr-8`}
              />
            )}
            <span className="price">{formatPence(costOf(line, chosen || most))}</span>
          </div>
        )
      })}
    </fieldset>
  )
}

/** Why a garment, or a part of its pieces, cannot be chosen; empty where it can. */
function takenLabel(line: OrderMoney['lines'][number], action: GarmentAction): string {
  const most = piecesFor(action, line)
  if (action === 'cancel' && line.sent > 0) return most === 0 ? ' (has left)' : ` (${line.sent} of them left already)`
  if (most > 0) return ''
  return action === 'cancel' ? ' (cancelled)' : ' (refunded)'
}

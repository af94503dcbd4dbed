import { namedSize } from '#features/catalogue/samples.ts'
import { inputLook } from '#ui/field.tsx'
import { SelectLine } from '#ui/select-field.tsx'

/** A garment that may still be declared, and how many pieces of it. */
export type ReturnableLine = { id: number; name: string; size: string; left: number }

/** The lines that are ticked in a form of `LineChoice`s, with their pieces. */
export function chosenLines(
  lines: readonly ReturnableLine[],
  typed: Partial<Record<string, string>>,
): { id: number; quantity: number }[] {
  return lines
    .filter(({ id }) => typed[`line-${id}`] !== undefined)
    .map(({ id }) => ({ id, quantity: Number(typed[`quantity-${id}`] ?? 1) }))
}

/** A garment to tick, and how many of its pieces. */
export function LineChoice({ line: { id, name, size, left }, isChosen }: { line: ReturnableLine; isChosen: boolean }) {
  const label = namedSize({ name, size })
  const pieces = Array.from({ length: left }, (_, index) => ({ id: String(index + 1), name: String(index + 1) }))
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6">
      <label className="flex min-h-11 min-w-0 cursor-pointer items-center gap-x-3">
        <input
          type="checkbox"
          name={`line-${id}`}
          defaultChecked={isChosen}
          className="size-5 shrink-0 cursor-pointer accent-mulberry"
        />
        <span className="wrap-any">{label}</span>
      </label>
      {left > 1 && (
        <SelectLine
          name={`quantity-${id}`}
          aria-label={`Pieces of ${label}`}
          defaultValue={String(left)}
          choices={pieces}
          frame="w-20"
          mark="size-5"
          className={`${inputLook} pr-8`}
        />
      )}
    </div>
  )
}

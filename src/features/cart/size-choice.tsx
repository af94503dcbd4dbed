import { type Ref, useId } from 'react'
import { useStoredValue } from '#base/stored-value.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import type { SizeRangeLabels } from '#features/catalogue/sizes/size-range-labels.ts'
import { Link } from '#ui/link.tsx'
import { storedUnit } from './sizes/stored-size.ts'

/**
 * A garment's sizes as radio buttons; below them the body measurements of the chosen or hovered size. `errorId`: the
 * message about a missing size.
 */
export function SizeChoice({
  ref,
  sizes,
  ranges,
  chosen,
  onChoose,
  errorId,
}: {
  ref: Ref<HTMLFieldSetElement>
  sizes: string[]
  ranges: Record<string, SizeRangeLabels>
  chosen: string | null
  onChoose: (size: string) => void
  errorId: string | undefined
}) {
  const name = useId()
  const unit = useStoredValue(storedUnit)
  return (
    <fieldset ref={ref} aria-describedby={errorId} className="relative">
      <legend className="label flex min-h-11 items-center text-ink-soft">Size</legend>
      <Link
        to="/size-guide"
        prefetch="intent"
        className="absolute right-0 bottom-full inline-flex min-h-11 items-center text-small"
      >
        <span className="link">Size guide</span>
      </Link>
      <div className="sizes flex flex-wrap gap-1.5 sm:max-lg:gap-2 xl:gap-2">
        {sizes.map((size, index) => (
          <label key={size} className="contents">
            <span className="wrap-any relative inline-flex min-h-12 min-w-15 max-w-full cursor-pointer items-center justify-center border border-edge px-2.5 tabular-nums transition-colors hover:border-mulberry has-checked:border-mulberry has-checked:bg-mulberry has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-mulberry has-focus-visible:outline-offset-3 sm:max-lg:min-w-18 sm:max-lg:px-4 lg:max-xl:px-1.5 xl:min-w-18 xl:px-4">
              <input
                type="radio"
                name={name}
                value={size}
                checked={size === chosen}
                onChange={() => onChoose(size)}
                aria-describedby={ranges[size] && `${name}${index}`}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              {printedSize(size)}
            </span>
            {/* The accessible description of a size, not its name; one line for all sizes, so that nothing moves. */}
            <span
              id={`${name}${index}`}
              aria-hidden="true"
              className="order-last hidden min-h-6 w-full text-ink-soft text-small [.sizes:has(label:hover)_&]:hidden [label:has(:checked)>&]:block [label:hover>&]:block!"
            >
              {ranges[size]?.[unit] ?? 'This size has its own measurements. Please ask us.'}
            </span>
          </label>
        ))}
        <p className="order-last min-h-6 w-full text-ink-soft text-small [.sizes:has(:is(label:hover,:checked))>&]:hidden">
          Choose a size to see its measurements.
        </p>
      </div>
    </fieldset>
  )
}

import { type Ref, useId } from 'react'
import { Link } from '#ui/link.tsx'

/** A garment's sizes as a group of radio buttons. `errorId`: the message that says a size is missing. */
export function SizeChoice({
  ref,
  sizes,
  chosen,
  onChoose,
  errorId,
}: {
  ref: Ref<HTMLFieldSetElement>
  sizes: string[]
  chosen: string | null
  onChoose: (size: string) => void
  errorId: string | undefined
}) {
  const name = useId()
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
      <div className="flex flex-wrap gap-1.5 sm:gap-2">
        {sizes.map((size) => (
          <label
            key={size}
            className="relative inline-flex min-h-12 min-w-15 cursor-pointer items-center justify-center border border-edge px-2.5 tabular-nums sm:min-w-18 sm:px-4 transition-colors hover:border-mulberry has-checked:border-mulberry has-checked:bg-mulberry has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-mulberry has-focus-visible:outline-offset-3"
          >
            <input
              type="radio"
              name={name}
              value={size}
              checked={size === chosen}
              onChange={() => onChoose(size)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {size}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { printedSize } from '../sizes/size.ts'
import type { Choice } from './filter-products.ts'

const summaryLook =
  'flex min-h-12 items-center gap-1.5 whitespace-nowrap hover:text-mulberry group-open/part:text-mulberry'

/** One group of choices, which opens over the products at the width of the page. */
export function FilterGroup({ name, chosen, children }: { name: string; chosen: number; children: ReactNode }) {
  return (
    <details name="shop-filter" className="group/part">
      <summary className={summaryLook}>
        {name}
        {chosen > 0 && (
          <span className="text-mulberry">
            <span aria-hidden="true">· </span>
            {chosen}
            <span className="sr-only"> chosen</span>
          </span>
        )}
        <ChevronDown
          aria-hidden="true"
          strokeWidth={1.25}
          className="size-4.5 transition-transform duration-200 group-open/part:rotate-180"
        />
      </summary>
      <div className="absolute inset-x-0 top-full z-20 max-h-[min(70svh,32rem)] overflow-y-auto border-line border-b bg-paper pt-4 pb-6">
        {children}
      </div>
    </details>
  )
}

type ChoiceGroupProps = { name: string; label: string; choices: Choice[]; other?: Choice }

/** One group of checkboxes. other: the pre-orders, after the garments' details. */
export function ChoiceGroup({ name, label, choices, other }: ChoiceGroupProps) {
  const all = other ? [...choices, other] : choices
  return (
    <FilterGroup name={label} chosen={all.filter(({ chosen }) => chosen).length}>
      <fieldset>
        <legend className="sr-only">{label}</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-x-8">
          {all.map((choice) => (
            <ChoiceBox key={choice.id} name={choice === other ? 'preorder' : name} choice={choice} />
          ))}
        </div>
      </fieldset>
    </FilterGroup>
  )
}

/**
 * A checkbox with its number of products, and with its colour beside its name. One with no products is disabled and
 * keeps its position.
 */
function ChoiceBox({ name, choice }: { name: string; choice: Choice }) {
  const { id, name: words, count, chosen, swatch } = choice
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5 hover:text-mulberry has-disabled:cursor-default has-disabled:text-ink-soft has-disabled:line-through">
      <input
        type="checkbox"
        name={name}
        value={id}
        defaultChecked={chosen}
        disabled={count === 0 && !chosen}
        className="size-4.5 shrink-0 accent-mulberry"
      />
      {swatch !== undefined && (
        <span
          aria-hidden="true"
          style={{ background: swatch ?? undefined }}
          className={`size-5 shrink-0 rounded-full border border-edge ${swatch ? '' : 'border-dashed'}`}
        />
      )}
      <span className="wrap-any">{name === 'size' ? printedSize(words) : words}</span>
      <span className="price inline-block text-ink-soft text-small">
        <span className="sr-only">, </span>
        {count}
        <span className="sr-only"> {count === 1 ? 'garment' : 'garments'}</span>
      </span>
    </label>
  )
}

/** One end of the price range, in pounds. */
export function PriceField({ id, name, label, value }: { id: string; name: string; label: string; value: string }) {
  return (
    <p className="flex items-baseline gap-2">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        defaultValue={value}
        inputMode="decimal"
        autoComplete="off"
        maxLength={9}
        className="price min-h-11 w-24 border-ink border-b bg-transparent text-body outline-none focus:border-mulberry focus:shadow-[0_1px_0_0_var(--color-mulberry)]"
      />
    </p>
  )
}

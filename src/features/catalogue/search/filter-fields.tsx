import { ChevronDown, X } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { printedSize } from '../sizes/size.ts'
import type { Choice } from './filter-products.ts'

type FilterGroupProps = {
  name: string
  chosen: number
  /** The number of garments that the shop shows now. */
  found: number
  children: ReactNode
}

/**
 * One group of choices, which opens over the products at the width of the page. On a phone, where it covers them, a
 * button at its end closes it and says how many there are.
 */
export function FilterGroup({ name, chosen, found, children }: FilterGroupProps) {
  const isAnswering = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
  return (
    <details name="shop-filter" className="filter">
      <summary>
        {name}
        {chosen > 0 && (
          <span className="text-mulberry">
            <span aria-hidden="true">· </span>
            {chosen}
            <span className="sr-only"> chosen</span>
          </span>
        )}
        <ChevronDown aria-hidden="true" strokeWidth={1.25} />
      </summary>
      <div className="max-sm:shadow-lift">
        {children}
        {isAnswering && (
          <div className="sticky bottom-0 mt-3 flex items-center gap-x-3 bg-paper pb-4 sm:hidden">
            <Button onClick={close} className="grow">
              Show {found} {found === 1 ? 'garment' : 'garments'}
            </Button>
            <button
              type="button"
              aria-label={`Close ${name.toLowerCase()}`}
              onClick={close}
              className="inline-flex size-12 items-center justify-center"
            >
              <X aria-hidden="true" strokeWidth={1.25} className="size-6" />
            </button>
          </div>
        )}
      </div>
    </details>
  )
}

/** Closes the group of a button inside it, and focuses its summary. */
function close({ currentTarget }: { currentTarget: HTMLElement }) {
  const group = currentTarget.closest('details')
  group?.removeAttribute('open')
  group?.querySelector('summary')?.focus()
}

type ChoiceGroupProps = { name: string; label: string; choices: Choice[]; other?: Choice; found: number }

/** One group of checkboxes. other: the pre-orders, after the garments' details. */
export function ChoiceGroup({ name, label, choices, other, found }: ChoiceGroupProps) {
  const all = other ? [...choices, other] : choices
  return (
    <FilterGroup name={label} chosen={all.filter(({ chosen }) => chosen).length} found={found}>
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
    <label className="choice">
      <input type="checkbox" name={name} value={id} defaultChecked={chosen} disabled={count === 0 && !chosen} />
      {swatch !== undefined && (
        <span aria-hidden="true" style={swatch ? { background: swatch } : undefined} className="swatch" />
      )}
      <span className="wrap-any">{name === 'size' ? printedSize(words) : words}</span>
      <span className="price">
        <span className="sr-only">, </span>
        {count}
        <span className="sr-only">{count === 1 ? ' garment' : ' garments'}</span>
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

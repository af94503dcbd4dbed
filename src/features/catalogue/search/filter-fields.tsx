import { ChevronDown, X } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { printedSize } from '../sizes/size.ts'
import type { Choice, Choices } from './filter-products.ts'
import type { Group } from './search-params.ts'

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
      <div>
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
        <div className="choices">
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
    <label>
      <input type="checkbox" name={name} value={id} defaultChecked={chosen} disabled={count === 0 && !chosen} />
      {swatch !== undefined && <i style={swatch ? { background: swatch } : undefined} />}
      <span>{name === 'size' ? printedSize(words) : words}</span>
      <small>
        <i>, </i>
        {count}
        <i>{count === 1 ? ' garment' : ' garments'}</i>
      </small>
    </label>
  )
}

/**
 * The choices of a page's form. `sent`: those of its data, which a page from the server does not have (`inHtml`): they
 * are read from its boxes, once.
 */
export function useChoices(sent: Choices | undefined): Choices {
  const [read] = useState(() => (sent ? noChoices : readChoices()))
  return sent ?? read
}

const noChoice: Choice = { id: '1', name: '', count: 0, chosen: false }
const noChoices: Choices = { size: [], length: [], colour: [], feature: [], preorder: noChoice }

function readChoices(): Choices {
  const read = (name: Group | 'preorder') =>
    Array.from(document.querySelectorAll<HTMLInputElement>(`.choices [name=${name}]`), readChoice)
  const [preorder = noChoice] = read('preorder')
  return { size: read('size'), length: read('length'), colour: read('colour'), feature: read('feature'), preorder }
}

/** What `ChoiceBox` was rendered from. */
function readChoice({ value, defaultChecked, labels }: HTMLInputElement): Choice {
  const label = labels?.[0]
  const colour = label?.querySelector(':scope > i')
  return {
    id: value,
    name: label?.querySelector('span')?.textContent ?? '',
    count: Number(label?.querySelector('small')?.childNodes[1]?.textContent),
    chosen: defaultChecked,
    ...(colour && { swatch: colour.getAttribute('style')?.replace('background:', '') ?? null }),
  }
}

/** One end of the price range, in pounds. */
export function PriceField({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <label>
      <span>{label}</span>
      <input
        name={name}
        defaultValue={value}
        inputMode="decimal"
        autoComplete="off"
        maxLength={9}
        className="price outline-none"
      />
    </label>
  )
}

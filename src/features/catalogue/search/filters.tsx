import { ChevronDown, X } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { printedSize } from '../sizes/printed-size.ts'
import type { Choice } from './choose.ts'
import { SearchInput } from './search-field.tsx'
import type { FindingForm } from './shop-view.ts'
import { readWanted, shopAddress } from './wanted.ts'

/** Where the page says how much was found. */
const resultsId = 'found'

const summaryLook =
  'flex min-h-12 items-center gap-1.5 whitespace-nowrap hover:text-mulberry group-open/part:text-mulberry'

/**
 * How one narrows down the shop: a form that works by itself, and with script at once. `go` opens an address of the shop
 * without moving the page; without it the browser does it all.
 */
export function Filters({ form, go }: { form: FindingForm; go?: (address: string) => void }) {
  const { q, choices, min, max, range, sort, active, clear } = form
  const element = useRef<HTMLFormElement>(null)
  const hasFollowed = useRef(false)
  useInstantly(element, form, go)

  useEffect(() => {
    // The link that was pressed is gone, and the focus with it.
    if (hasFollowed.current && form.address) document.getElementById(resultsId)?.focus({ preventScroll: true })
    hasFollowed.current = false
  }, [form.address])

  function follow(event: MouseEvent) {
    const link = (event.target as Element).closest('a')
    if (!go || !link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    hasFollowed.current = true
    go(link.getAttribute('href') ?? '/shop')
  }

  return (
    <>
      <search>
        <form
          ref={element}
          action="/shop"
          autoComplete="off"
          onSubmit={(event: SubmitEvent) => go && event.preventDefault()}
          onKeyDown={closeOnEscape}
          className="relative flex flex-wrap items-center gap-x-[clamp(1.125rem,2.4vw,2.25rem)] border-line border-y"
        >
          <div className="relative w-full lg:w-auto lg:min-w-64 lg:grow">
            <label htmlFor="shop-words" className="sr-only">
              Search the shop
            </label>
            <SearchInput id="shop-words" words={q} quiet />
          </div>
          <Part name="Size" chosen={choices.size.filter(isChosen).length}>
            <ChoiceList name="size" label="Size" choices={choices.size} />
          </Part>
          {choices.length.length > 0 && (
            <Part name="Length" chosen={choices.length.filter(isChosen).length}>
              <ChoiceList name="length" label="Length" choices={choices.length} />
            </Part>
          )}
          {choices.colour.length > 0 && (
            <Part name="Colour" chosen={choices.colour.filter(isChosen).length}>
              <ChoiceList name="colour" label="Colour" choices={choices.colour} />
            </Part>
          )}
          <Part name="Price" chosen={min || max ? 1 : 0}>
            <fieldset className="flex flex-wrap gap-x-8 gap-y-2">
              <legend className="sr-only">Price in pounds</legend>
              <PriceField id="shop-min" name="min" label="From £" value={min} />
              <PriceField id="shop-max" name="max" label="To £" value={max} />
              <p className="w-full text-ink-soft text-small">{range}</p>
            </fieldset>
          </Part>
          <ChoiceBox name="preorder" choice={choices.preorder} />
          <div className="relative ml-auto flex items-center">
            <label htmlFor="shop-sort" className="text-ink-soft max-sm:sr-only">
              Sort
            </label>
            <select
              id="shop-sort"
              name="sort"
              defaultValue={sort}
              className="min-h-12 cursor-pointer appearance-none rounded-none bg-paper py-2 pr-6 pl-2 [field-sizing:content] hover:text-mulberry"
            >
              <option value="">{q ? 'Best match' : 'As they hang'}</option>
              <option value="newest">Newest first</option>
              <option value="price-up">Price, low to high</option>
              <option value="price-down">Price, high to low</option>
            </select>
            <ChevronDown
              aria-hidden="true"
              strokeWidth={1.25}
              className="pointer-events-none absolute right-0 size-4.5"
            />
          </div>
          <noscript className="w-full">
            <button type="submit" className="label mb-4 min-h-12 border border-edge px-7">
              Show these
            </button>
          </noscript>
        </form>
      </search>
      {active.length > 0 && (
        // biome-ignore lint/a11y: the links in it are what is pressed; their clicks are only led another way.
        <ul aria-label="Chosen" onClick={follow} className="flex flex-wrap items-center gap-x-2.5 gap-y-2 pt-4">
          {active.map(({ words, to }) => (
            <li key={words} className="max-w-full">
              <a
                href={to}
                aria-label={`Remove ${words}`}
                className="group/chip inline-flex min-h-11 max-w-full items-center gap-2 bg-paper-deep py-1.5 pr-3 pl-4 hover:text-mulberry"
              >
                <span className="wrap-any line-clamp-2">{words}</span>
                <X aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0" />
              </a>
            </li>
          ))}
          <li>
            <a href={clear} className="inline-flex min-h-11 items-center px-2">
              <span className="link">Clear all</span>
            </a>
          </li>
        </ul>
      )}
    </>
  )
}

/** One group, opened over the garments: a strip of paper as wide as the page. */
function Part({ name, chosen, children }: { name: string; chosen: number; children: ReactNode }) {
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

function ChoiceList({ name, label, choices }: { name: string; label: string; choices: Choice[] }) {
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-x-8">
        {choices.map((choice) => (
          <ChoiceBox key={choice.id} name={name} choice={choice} />
        ))}
      </div>
    </fieldset>
  )
}

/** A box to tick, and how many garments it leads to. One that leads nowhere stays in its place and says so. */
function ChoiceBox({ name, choice: { id, name: words, count, chosen } }: { name: string; choice: Choice }) {
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
      <span className="wrap-any">{name === 'size' ? printedSize(words) : words}</span>
      <span className="price inline-block text-ink-soft text-small">
        <span className="sr-only">, </span>
        {count}
        <span className="sr-only"> {count === 1 ? 'garment' : 'garments'}</span>
      </span>
    </label>
  )
}

function PriceField({ id, name, label, value }: { id: string; name: string; label: string; value: string }) {
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

function isChosen({ chosen }: Choice): boolean {
  return chosen
}

function closeOnEscape(event: KeyboardEvent) {
  const open = (event.target as Element).closest('details[open]')
  if (event.key !== 'Escape' || !open) return
  open.removeAttribute('open')
  open.querySelector('summary')?.focus()
}

/** Goes wherever the form points as soon as it points elsewhere, and keeps the form as the address says. */
function useInstantly(element: { current: HTMLFormElement | null }, form: FindingForm, go?: (address: string) => void) {
  const shownFor = useRef(form.address)
  const asked = useRef(withoutPage(form.address))

  useEffect(() => {
    const shown = element.current
    if (!shown || !go) return
    const ask = () => {
      const pairs = [...new FormData(shown)].map(([name, value]) => [name, String(value)])
      const address = shopAddress(readWanted(new URLSearchParams(pairs)))
      if (address === asked.current) return
      asked.current = address
      go(address)
    }
    const closeBeside = ({ target }: Event) => {
      const open = shown.querySelector('details[open]')
      if (open && target instanceof Node && !open.contains(target)) open.removeAttribute('open')
    }
    // Not React's onChange, which is told of every letter.
    shown.addEventListener('change', ask)
    shown.addEventListener('submit', ask)
    document.addEventListener('click', closeBeside)
    // What was ticked before the script came.
    ask()
    return () => {
      shown.removeEventListener('change', ask)
      shown.removeEventListener('submit', ask)
      document.removeEventListener('click', closeBeside)
    }
  }, [element, go])

  useEffect(() => {
    const shown = element.current
    if (!shown || shownFor.current === form.address) return
    shownFor.current = form.address
    if (asked.current === withoutPage(form.address)) return
    asked.current = withoutPage(form.address)
    const typing = document.activeElement
    const typed = typing instanceof HTMLInputElement && shown.contains(typing) ? typing.value : null
    shown.reset()
    if (typing instanceof HTMLInputElement && typed !== null && typing.type !== 'checkbox') typing.value = typed
    const sort = shown.elements.namedItem('sort')
    // React tells a list of options only once which of them is the first.
    if (sort instanceof HTMLSelectElement) sort.value = form.sort
  }, [element, form])
}

function withoutPage(address: string): string {
  return address.replace(/[?&]page=\d+$/, '')
}

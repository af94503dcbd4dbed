import { ChevronDown, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  type SubmitEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import type { InHtml } from '#platform/pages/page-context.ts'
import { useLayer } from '#ui/layers.ts'
import { ChoiceGroup, FilterGroup, PriceField, useChoices } from './filter-fields.tsx'
import { SearchInput } from './search-field.tsx'
import { readSearchParams, shopPath } from './search-params.ts'
import type { FilterForm } from './shop-view.ts'

type FiltersProps = {
  form: InHtml<FilterForm, 'choices'>
  /** The element with the number of results. */
  results: RefObject<HTMLElement | null>
}

/** The filters of the shop: a GET form that also works without JavaScript. */
export function Filters({ form, results }: FiltersProps) {
  const { q, kind, min, max, range, sort, active, clear, count } = form
  const choices = useChoices(form.choices)
  const element = useRef<HTMLFormElement>(null)
  const hasFollowed = useRef(false)
  const navigate = useNavigate()
  const go = useCallback((address: string) => void navigate(address, { preventScrollReset: true }), [navigate])
  useFilterForm(element, form, go)
  const lookAtGroups = useOpenGroup(element)

  useEffect(() => {
    // The link that had the focus is removed.
    if (hasFollowed.current && form.address) results.current?.focus({ preventScroll: true })
    hasFollowed.current = false
  }, [form.address, results])

  function onKeyDown(event: KeyboardEvent) {
    closeOnEscape(event)
    // At once: the event `toggle` comes later, and Back may come before it.
    lookAtGroups()
  }

  function follow(event: MouseEvent) {
    const link = (event.target as Element).closest('a')
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
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
          onSubmit={(event: SubmitEvent) => event.preventDefault()}
          onKeyDown={onKeyDown}
          className="filters"
        >
          {kind && <input type="hidden" name="kind" value={kind} />}
          <div className="relative w-full lg:w-auto lg:min-w-64 lg:grow">
            <label htmlFor="shop-words" className="sr-only">
              Search the shop
            </label>
            <SearchInput id="shop-words" words={q} />
          </div>
          <ChoiceGroup label="Size" name="size" choices={choices.size} found={count} />
          {choices.length.length > 0 && (
            <ChoiceGroup label="Length" name="length" choices={choices.length} found={count} />
          )}
          {choices.colour.length > 0 && (
            <ChoiceGroup label="Colour" name="colour" choices={choices.colour} found={count} />
          )}
          <ChoiceGroup
            label="Details"
            name="feature"
            choices={choices.feature}
            other={choices.preorder}
            found={count}
          />
          <FilterGroup name="Price" chosen={min || max ? 1 : 0} found={count}>
            <fieldset className="prices">
              <legend className="sr-only">Price in pounds</legend>
              <PriceField name="min" label="From £" value={min} />
              <PriceField name="max" label="To £" value={max} />
              <p>{range}</p>
            </fieldset>
          </FilterGroup>
          <div className="relative ml-auto flex items-center">
            <label htmlFor="shop-sort" className="text-ink-soft">
              Sort
            </label>
            <select id="shop-sort" name="sort" defaultValue={sort}>
              <option value="">{q ? 'Best match' : 'Featured'}</option>
              <option value="newest">Newest first</option>
              <option value="price-up">Price, low to high</option>
              <option value="price-down">Price, high to low</option>
            </select>
            <ChevronDown aria-hidden="true" strokeWidth={1.25} />
          </div>
          <noscript className="w-full">
            <button type="submit" className="label mb-4 min-h-12 border border-edge px-7">
              Show results
            </button>
          </noscript>
        </form>
      </search>
      {active.length > 0 && (
        // biome-ignore lint/a11y: the links in it get the clicks; the list only redirects them.
        <ul aria-label="Filters in use" onClick={follow} className="flex flex-wrap items-center gap-x-2.5 gap-y-2 pt-4">
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

/** On Escape, closes the open group of choices and focuses its summary. */
function closeOnEscape(event: KeyboardEvent) {
  const open = (event.target as Element).closest('details[open]')
  if (event.key !== 'Escape' || !open) return
  open.removeAttribute('open')
  open.querySelector('summary')?.focus()
}

/**
 * Back closes the open group of choices; to open another in its place adds nothing to the history. Returns a function
 * to call when a group may have closed.
 */
function useOpenGroup(element: { current: HTMLFormElement | null }): () => void {
  const [isOpen, setOpen] = useState(false)
  useLayer(isOpen, () => element.current?.querySelector('details[open]')?.removeAttribute('open'))

  const look = useCallback(() => setOpen(Boolean(element.current?.querySelector('details[open]'))), [element])
  useEffect(() => {
    const form = element.current
    look()
    // The event does not bubble.
    form?.addEventListener('toggle', look, true)
    return () => form?.removeEventListener('toggle', look, true)
  }, [element, look])
  return look
}

/** Opens the form's URL on each change, and resets the form to the URL after each navigation. */
function useFilterForm(
  element: { current: HTMLFormElement | null },
  form: FiltersProps['form'],
  go: (address: string) => void,
) {
  const shownFor = useRef(form.address)
  const requested = useRef(withoutPage(form.address))
  const requestedWords = useRef(form.q)

  useEffect(() => {
    const shown = element.current
    if (!shown) return
    const ask = () => {
      const pairs = [...new FormData(shown)].map(([name, value]) => [name, String(value)])
      const wanted = readSearchParams(new URLSearchParams(pairs))
      const address = shopPath(wanted)
      if (address === requested.current) return
      requested.current = address
      requestedWords.current = wanted.q
      go(address)
    }
    const closeBeside = ({ target }: Event) => {
      const open = shown.querySelector('details[open]')
      if (open && target instanceof Node && !open.contains(target)) open.removeAttribute('open')
    }
    // React's onChange would fire at every letter.
    shown.addEventListener('change', ask)
    shown.addEventListener('submit', ask)
    document.addEventListener('click', closeBeside)
    // Choices made before hydration.
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
    if (requested.current === withoutPage(form.address)) return
    requested.current = withoutPage(form.address)
    const typing = document.activeElement
    const typed = typing instanceof HTMLInputElement && shown.contains(typing) ? typing.value : null
    // The server moved words such as a size to their filter: left in the field, they would choose it again.
    const isMoved = typing instanceof HTMLInputElement && typing.name === 'q' && typed === requestedWords.current
    shown.reset()
    if (typing instanceof HTMLInputElement && typed !== null && typing.type !== 'checkbox' && !isMoved)
      typing.value = typed
    const sort = shown.elements.namedItem('sort')
    // React sets the value of a select only once.
    if (sort instanceof HTMLSelectElement) sort.value = form.sort
  }, [element, form])
}

function withoutPage(address: string): string {
  return address.replace(/[?&]page=\d+$/, '')
}

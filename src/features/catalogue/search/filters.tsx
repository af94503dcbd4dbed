import { ChevronDown, X } from 'lucide-react'
import { type MouseEvent, type RefObject, type SubmitEvent, useCallback, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { ChoiceBox, ChoiceList, FilterGroup, isChosen, PriceField } from './filter-fields.tsx'
import { SearchInput } from './search-field.tsx'
import type { FilterForm } from './shop-view.ts'
import { closeOnEscape, useFilterForm } from './use-filter-form.ts'

type FiltersProps = {
  form: FilterForm
  /** The element with the number of results. */
  results: RefObject<HTMLElement | null>
}

/** The filters of the shop: a GET form that also works without JavaScript. */
export function Filters({ form, results }: FiltersProps) {
  const { q, kind, choices, min, max, range, sort, active, clear } = form
  const element = useRef<HTMLFormElement>(null)
  const hasFollowed = useRef(false)
  const navigate = useNavigate()
  const go = useCallback((address: string) => void navigate(address, { preventScrollReset: true }), [navigate])
  useFilterForm(element, form, go)

  useEffect(() => {
    // The link that had the focus is removed.
    if (hasFollowed.current && form.address) results.current?.focus({ preventScroll: true })
    hasFollowed.current = false
  }, [form.address, results])

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
          onKeyDown={closeOnEscape}
          className="relative flex flex-wrap items-center gap-x-[clamp(1.125rem,2.4vw,2.25rem)] border-line border-y"
        >
          {kind && <input type="hidden" name="kind" value={kind} />}
          <div className="relative w-full lg:w-auto lg:min-w-64 lg:grow">
            <label htmlFor="shop-words" className="sr-only">
              Search the shop
            </label>
            <SearchInput id="shop-words" words={q} quiet />
          </div>
          <FilterGroup name="Size" chosen={choices.size.filter(isChosen).length}>
            <ChoiceList name="size" label="Size" choices={choices.size} />
          </FilterGroup>
          {choices.length.length > 0 && (
            <FilterGroup name="Length" chosen={choices.length.filter(isChosen).length}>
              <ChoiceList name="length" label="Length" choices={choices.length} />
            </FilterGroup>
          )}
          {choices.colour.length > 0 && (
            <FilterGroup name="Colour" chosen={choices.colour.filter(isChosen).length}>
              <ChoiceList name="colour" label="Colour" choices={choices.colour} />
            </FilterGroup>
          )}
          <FilterGroup name="Details" chosen={[...choices.feature, choices.preorder].filter(isChosen).length}>
            <ChoiceList name="feature" label="Details" choices={choices.feature}>
              <ChoiceBox name="preorder" choice={choices.preorder} />
            </ChoiceList>
          </FilterGroup>
          <FilterGroup name="Price" chosen={min || max ? 1 : 0}>
            <fieldset className="flex flex-wrap gap-x-8 gap-y-2">
              <legend className="sr-only">Price in pounds</legend>
              <PriceField id="shop-min" name="min" label="From £" value={min} />
              <PriceField id="shop-max" name="max" label="To £" value={max} />
              <p className="w-full text-ink-soft text-small">{range}</p>
            </fieldset>
          </FilterGroup>
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
              <option value="">{q ? 'Best match' : 'Featured'}</option>
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

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { orderStatuses, paymentStatuses } from '#features/orders/order-state.ts'
import { Field } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { OrderChoices, OrderCounts } from '../api/admin-orders.contract.ts'
import { maxCounted, type OrderView, orderViews, preorderChoices } from '../api/order-views.ts'
import { useOrderChoices } from '../order-queries.ts'
import { isNarrowed, isUnfiltered, noFilter, type OrderFilter } from './list-location.ts'

const urgent: readonly OrderView[] = ['late', 'attention']

/** The links to the views, each with its number of orders. */
export function ViewsNav({
  view,
  counts,
  onView,
}: {
  view: OrderFilter['view']
  counts: OrderCounts | null
  onView: (view: OrderView) => void
}) {
  return (
    // On a phone the views are one line that scrolls.
    <nav aria-label="Order lists" className="relative -mx-(--gutter) overflow-x-auto px-(--gutter) lg:mx-0 lg:px-0">
      <ul className="flex flex-wrap gap-x-[clamp(1.25rem,2.6vw,2.5rem)] max-lg:w-max">
        {orderViews.map(({ id, name }) => {
          const count = counts ? countOf(counts, id) : null
          return (
            <li key={id}>
              <button
                type="button"
                onClick={() => onView(id)}
                aria-current={view === id ? 'true' : undefined}
                className="group/view inline-flex min-h-11 items-center gap-x-2 text-ink-soft hover:text-mulberry aria-[current]:text-mulberry"
              >
                <span className="link bg-[length:0_1px] group-aria-[current]/view:bg-[length:100%_1px]">{name}</span>
                {count !== null && (
                  <span
                    className={`lining-nums tabular-nums ${urgent.includes(id) && count !== '0' ? 'font-medium text-mulberry' : ''}`}
                  >
                    {count}
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** '12' or '999+'; null for a view without a count. */
function countOf(counts: OrderCounts, view: OrderView): string | null {
  if (view === 'all' || view === 'shipped' || view === 'cancelled') return null
  const count = counts[view === 'unpaid' ? 'unpaid_open' : view]
  return count >= maxCounted ? `${maxCounted - 1}+` : String(count)
}

const pauseMs = 300
const any = { id: 'any', name: 'Any' } as const

type OrderFiltersProps = {
  /** Whether an order is open over the list: a search waits until it is closed, since it would close it. */
  isCovered: boolean
  filter: OrderFilter
  /** `replace`: replaces the history entry instead of adding one. */
  onNarrow: (change: Partial<OrderFilter>, replace?: boolean) => void
  /** Further actions on the orders found. */
  children: ReactNode
}

/** The filters of a view: the search, and in a collapsed part what was ordered where, the two statuses and the days. */
export function OrderFilters({ filter, isCovered, onNarrow, children }: OrderFiltersProps) {
  const { payment, status, from, to } = filter
  const [open, setOpen] = useState(isNarrowed(filter))
  const choices = useOrderChoices(open)
  const fold = useRef<HTMLButtonElement>(null)

  function clear() {
    onNarrow({ ...noFilter, view: filter.view })
    // The pressed button disappears with the filters.
    fold.current?.focus()
  }

  return (
    <search className="block pt-1">
      <div className="flex flex-wrap items-end gap-x-8">
        <Search q={filter.q} isPaused={isCovered} onSearch={(q, replace) => onNarrow({ q }, replace)} />
        <div className="flex grow flex-wrap gap-x-7">
          <TextButton ref={fold} onClick={() => setOpen(!open)} aria-expanded={open}>
            Filter
          </TextButton>
          {!isUnfiltered(filter) && <TextButton onClick={clear}>Clear all</TextButton>}
          <div className="ml-auto flex flex-wrap gap-x-7">{children}</div>
        </div>
      </div>
      {open && (
        <div className="grid max-w-[56rem] grid-cols-2 gap-x-8 gap-y-5 pt-5 md:grid-cols-4">
          <ChoiceOf label="Garment" name="garment" choices={choices?.garments} {...{ filter, onNarrow }} />
          <ChoiceOf label="Size" name="size" choices={choices?.sizes} {...{ filter, onNarrow }} />
          <ChoiceOf label="Country" name="country" choices={choices?.countries} {...{ filter, onNarrow }} />
          <SelectField
            label="Pre-order"
            choices={[any, ...preorderChoices]}
            value={filter.preorder ?? 'any'}
            onChange={({ target }) => onNarrow({ preorder: chosen(preorderChoices, target.value) })}
          />
          <SelectField
            label="Payment"
            choices={[any, ...paymentStatuses]}
            value={payment ?? 'any'}
            onChange={({ target }) => onNarrow({ payment: chosen(paymentStatuses, target.value) })}
          />
          <SelectField
            label="Status"
            choices={[any, ...orderStatuses]}
            value={status ?? 'any'}
            onChange={({ target }) => onNarrow({ status: chosen(orderStatuses, target.value) })}
          />
          <Field
            label="From"
            type="date"
            value={from ?? ''}
            max={to ?? undefined}
            onChange={({ target }) => onNarrow({ from: target.value || null }, true)}
          />
          <Field
            label="To"
            type="date"
            value={to ?? ''}
            error={from && to && to < from ? 'This is before the start date, so no orders match.' : undefined}
            min={from ?? undefined}
            onChange={({ target }) => onNarrow({ to: target.value || null }, true)}
          />
        </div>
      )}
    </search>
  )
}

type ChoiceOfProps = Pick<OrderFiltersProps, 'filter' | 'onNarrow'> & {
  label: string
  name: 'garment' | 'size' | 'country'
  choices: OrderChoices['garments'] | undefined
}

/** A filter by what was ordered or where it goes, each choice with the number of orders that have not left. */
function ChoiceOf({ label, name, choices = [], filter, onNarrow }: ChoiceOfProps) {
  const value = filter[name]
  const listed = choices.map(({ id, name, orders }) => ({ id, name: orders > 0 ? `${name} (${orders})` : name }))
  // The address may name one that is no longer listed.
  const isMissing = value !== null && !choices.some(({ id }) => id === value)
  const missing = isMissing ? [{ id: value, name: name === 'garment' ? 'The chosen garment' : value }] : []
  return (
    <SelectField
      label={label}
      choices={[any, ...missing, ...listed]}
      value={value ?? 'any'}
      onChange={({ target }) => onNarrow({ [name]: target.value === 'any' ? null : target.value })}
    />
  )
}

function chosen<Id extends string>(choices: readonly { id: Id }[], id: string): Id | null {
  return choices.find((choice) => choice.id === id)?.id ?? null
}

type SearchProps = { q: string; isPaused: boolean; onSearch: (q: string, replace: boolean) => void }

/** Calls `onSearch` when typing pauses. A change of `q` from outside, such as Back, updates the field. */
function Search({ q, isPaused, onSearch }: SearchProps) {
  const [typed, setTyped] = useState(q)
  const searched = useRef(q)
  const search = useRef<(text: string) => void>(null)
  useEffect(() => {
    search.current = (text) => {
      if (text === searched.current) return
      // The first search adds a history entry; changes to it replace that entry.
      const replace = searched.current !== ''
      searched.current = text
      onSearch(text, replace)
    }
  })
  useEffect(() => {
    if (q === searched.current) return
    searched.current = q
    setTyped(q)
  }, [q])
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => search.current?.(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, isPaused])

  return (
    <form
      className="w-full max-w-[26rem]"
      onSubmit={(event) => {
        event.preventDefault()
        search.current?.(typed.trim())
      }}
    >
      <Field
        label="Search"
        type="search"
        placeholder="Number, name, garment, town or tracking"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        className="[&_input::-webkit-search-cancel-button]:hidden"
      />
    </form>
  )
}

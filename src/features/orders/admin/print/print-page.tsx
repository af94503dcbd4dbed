import { useQuery } from '@tanstack/react-query'
import type { MouseEvent, ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useStaff } from '#admin/staff.ts'
import type { QueryOf } from '#platform/http/contract.ts'
import { Button } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { type OrderView, orderViews, printableViews } from '../api/order-views.ts'
import './print-page.css'

type PrintQuery = QueryOf<'packing-slips'>

/** The orders to print from the URL, or the parcel of one, with a name for them; null where the URL has no valid selection. */
export function readPrintSelection(query: URLSearchParams): { query: PrintQuery; name: string } | null {
  const orders = (query.get('orders') ?? '').split(',').filter((number) => number.trim() !== '')
  const [first] = orders
  const parcel = query.get('parcel')
  if (first && orders.length === 1) return { query: { orders: first, ...(parcel && { parcel }) }, name: first }
  if (first) return { query: { orders: orders.join() }, name: `${orders.length} orders` }
  const printable = printableViews.find((id) => id === query.get('view'))
  const view = orderViews.find(({ id }) => id === printable)
  return printable && view ? { query: { view: printable }, name: view.name } : null
}

type PrintPageProps<Printed> = {
  /** Names what is read. */
  id: string
  read: (query: PrintQuery) => Promise<Printed>
  loading: string
  failed: string
  /** What is above the sheets, and the sheets; `name` is of the selection. */
  children: (printed: Printed, name: string) => { note: string; sheets: ReactNode }
}

/** A page of sheets for the orders of its URL. */
export function PrintPage<Printed>(props: PrintPageProps<Printed>) {
  const [query] = useSearchParams()
  const selection = readPrintSelection(query)
  const isAdmin = useStaff().role === 'admin'
  if (selection) return <Sheets key={query.toString()} selection={selection} {...props} />
  if (!isAdmin) {
    return (
      <p className="measure pt-8 text-lead leading-[1.4]">
        No orders to print. Print them from{' '}
        <Link to="/admin/board" className="link text-mulberry">
          the board
        </Link>
        .
      </p>
    )
  }
  return (
    <p className="measure pt-8 text-lead leading-[1.4]">
      No orders to print. Select{' '}
      <Link to="/admin?tab=orders" className="link text-mulberry">
        orders in the list
      </Link>
      , or print a whole list, such as{' '}
      <Link to="/admin?tab=orders&view=to_make" className="link text-mulberry">
        orders to make
      </Link>
      .
    </p>
  )
}

type SheetsProps<Printed> = PrintPageProps<Printed> & {
  selection: NonNullable<ReturnType<typeof readPrintSelection>>
}

function Sheets<Printed>({ id, read, loading, failed, children, selection: { query, name } }: SheetsProps<Printed>) {
  // Read once for each visit of the page: a printed list does not change while it is used.
  const { data, failureReason, refetch } = useQuery({
    queryKey: ['print', id, query],
    queryFn: () => read(query),
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  if (data === undefined) {
    return (
      <div className="py-8">
        {failureReason ? (
          <CouldNotLoad problem={`${failed} ${failureReason.message}`} onRetry={() => void refetch()} />
        ) : (
          <LoadingSkeleton label={loading} count={5} />
        )}
      </div>
    )
  }
  const { note, sheets } = children(data, name)
  return (
    <>
      <Toolbar note={note} view={query.view} />
      {sheets}
    </>
  )
}

/** On the screen only: a back link, a note and the print button. */
function Toolbar({ note, view }: { note: string; view: string | undefined }) {
  const navigate = useNavigate()
  const isAdmin = useStaff().role === 'admin'
  const orders = view ? `/admin?tab=orders&view=${view}` : '/admin?tab=orders'

  /** Goes back in the history where there is an earlier entry, so that the list keeps its search and page. */
  function goBack(event: MouseEvent) {
    const isOther = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (isOther || !(window.history.state?.idx > 0)) return
    event.preventDefault()
    void navigate(-1)
  }

  return (
    <div className="not-printed flex flex-wrap items-center justify-between gap-x-10 gap-y-3 py-5">
      <p className="flex flex-wrap items-baseline gap-x-8">
        <Link
          to={isAdmin ? orders : '/admin/board'}
          onClick={goBack}
          className="inline-flex min-h-11 items-center text-ink-soft hover:text-mulberry"
        >
          <span className="link">{isAdmin ? 'Back to orders' : 'Back to the board'}</span>
        </Link>
        <span role="status">{note}</span>
      </p>
      <Button onClick={() => window.print()}>Print</Button>
    </div>
  )
}

/** The links to what is printed of a view, where it can be. Selected orders have theirs in the bulk bar. */
export function PrintView({ view }: { view: OrderView }) {
  return printableViews.some((printable) => printable === view) && <PrintLinks query={`view=${view}`} />
}

/** `query`: the selected orders, as the print pages read them from their URL; `only`: one of the two. */
export function PrintLinks({ query, only }: { query: string; only?: 'cut-list' | 'packing-slips' }) {
  const links = [
    ['cut-list', 'Cut list'],
    ['packing-slips', 'Packing slips'],
  ] as const
  return links
    .filter(([path]) => path === (only ?? path))
    .map(([path, name]) => (
      <Link
        key={path}
        to={`/admin/orders/${path}?${query}`}
        className="inline-flex min-h-11 items-center text-mulberry"
      >
        <span className="link">{name}</span>
      </Link>
    ))
}

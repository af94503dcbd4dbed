import { useMutation } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigationType } from 'react-router'
import { shopToday } from '#admin/shop-now.ts'
import { read } from '#platform/client/functions.ts'
import { refreshAlerts } from '#platform/client/query-client.ts'
import { saveFile } from '#platform/client/save-file.ts'
import { focusSection } from '#ui/account-section.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { useQuestions } from '#ui/question-dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'
import { EarlierOrdersFound } from '../../earlier/admin/earlier-order-list.tsx'
import { exportName, type OrderView } from '../api/order-views.ts'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { OrderDetailsDialog } from '../details/order-details-dialog.tsx'
import type { OrderRow } from '../order.ts'
import { useOrderCounts, useOrders } from '../order-queries.ts'
import { PostedOrders } from '../postage-slots.tsx'
import { PrintView } from '../print/print-page.tsx'
import { StatusConflictNotice } from '../status/status-controls.tsx'
import { useStatusChanges } from '../status/use-status-changes.ts'
import { belongs, isUnfiltered, noFilter, type OrderFilter, queryOf, useListLocation } from './list-location.ts'
import { OrderFilters, ViewsNav } from './order-filters.tsx'
import { OrdersTable } from './orders-table.tsx'

/** The orders: views, search, filters, table, bulk actions and the open order. */
export function OrdersTab() {
  const place = useListLocation()
  const { filter, after } = place
  const counts = useOrderCounts(filter)
  const list = useOrders(filter, after)
  /** Shows a changed order and reads the numbers of all orders again. */
  function put(order: OrderRow) {
    list.put(order)
    void refreshAlerts()
  }
  const { ask, dialog } = useQuestions()
  const changes = useStatusChanges({ find: list.find, put, ask })
  const [closed, setClosed] = useState<string | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const orders = list.page?.orders ?? []
  const next = list.page?.next ?? null
  const picked = orders.filter(({ id }) => chosen.has(id))
  useEffect(prepareToasts, [])
  const { added } = list
  useEffect(() => {
    if (added > 0) void refreshAlerts()
  }, [added])
  useScrollRestoration(list.key, orders.length > 0)

  function choose(id: string, isChosen: boolean) {
    setChosen((was) => new Set(isChosen ? [...was, id] : [...was].filter((other) => other !== id)))
  }

  /** Opens another page and scrolls to its top. */
  function turn(leaf: () => void) {
    if (list.isLoadingPage) return
    leaf()
    focusSection('orders')
  }

  return (
    <section aria-labelledby="orders">
      <h2 id="orders" tabIndex={-1} className="sr-only outline-none">
        Orders
      </h2>
      <ViewsNav view={filter.view} counts={counts} onView={(view) => place.narrow({ view })} />
      <OrderFilters filter={filter} isCovered={place.open !== null} onNarrow={place.narrow}>
        {picked.length === 0 && <PrintView view={filter.view} />}
        <ExportOrders filter={filter} />
        <Link to="/admin/orders/by-hand" className="inline-flex min-h-11 items-center text-mulberry">
          <span className="link">Order by hand</span>
        </Link>
      </OrderFilters>
      {!list.page && !list.problem && <Skeleton />}
      {!list.page && list.problem && (
        <CouldNotLoad problem={`The orders couldn’t be loaded. ${list.problem}`} onRetry={() => void list.refetch()} />
      )}
      {list.page && orders.length === 0 && <NoOrders filter={filter} isFirstPage={!after} onNarrow={place.narrow} />}
      {!place.open && <StatusConflictNotice changes={changes} className="mt-6" />}
      {orders.length > 0 && (
        <PostedOrders orders={orders}>
          <BulkBar
            orders={orders}
            picked={picked}
            ask={ask}
            takesNumbers={filter.view === 'to_dispatch'}
            onPick={(ids) => setChosen(new Set(ids))}
            onChanged={(changed) => {
              for (const order of changed) list.put(order)
              void refreshAlerts()
            }}
          >
            <ListUpdates list={list} filter={filter} />
          </BulkBar>
          <OrdersTable
            orders={orders}
            filter={filter}
            busy={list.isLoadingPage}
            chosen={chosen}
            onChoose={choose}
            changes={changes}
            place={place}
            closed={place.open ? null : closed}
          />
        </PostedOrders>
      )}
      <nav aria-label="Pages of orders" className="flex gap-x-8 pt-3">
        {after && <TextButton onClick={() => turn(place.newer)}>Newer</TextButton>}
        {next && (
          <TextButton onClick={() => turn(() => place.older(next))} aria-disabled={list.isLoadingPage}>
            Older
          </TextButton>
        )}
      </nav>
      {!after && <EarlierOrdersFound q={filter.q} />}
      {place.open && (
        <OrderDetailsDialog
          key={place.open}
          orderNumber={place.open}
          at={place.at}
          changes={changes}
          onChanged={put}
          onClose={place.closeOrder}
          onClosed={() => setClosed(place.open)}
        />
      )}
      {dialog}
    </section>
  )
}

const nothingIn: Record<OrderView, string> = {
  all: 'No orders yet.',
  to_make: 'Nothing to make.',
  in_progress: 'Nothing in progress.',
  to_dispatch: 'Nothing to dispatch.',
  late: 'Nothing is late.',
  attention: 'Nothing needs your attention.',
  shipped: 'Nothing has been posted yet.',
  unpaid: 'No unpaid orders.',
  cancelled: 'No cancelled orders.',
}

/** The empty list: the reason, and a button that clears the filter where one is set. */
function NoOrders({
  filter,
  isFirstPage,
  onNarrow,
}: {
  filter: OrderFilter
  isFirstPage: boolean
  onNarrow: (change: Partial<OrderFilter>) => void
}) {
  if (!isFirstPage) return <p className="border-line border-t py-6 text-lead">No more orders.</p>
  if (isUnfiltered(filter)) return <p className="border-line border-t py-6 text-lead">{nothingIn[filter.view]}</p>
  return (
    <p className="wrap-any border-line border-t py-6 text-lead">
      {filter.q ? `No orders match “${filter.q}”. ` : 'No orders match. '}
      <TextButton onClick={() => onNarrow(noFilter)}>Show all orders</TextButton>
    </p>
  )
}

/** The byte order mark: without it, spreadsheet programs read the file in a local character set. */
const byteOrderMark = '\u{feff}'
/** For 100,000 orders. */
const timeoutMs = 600_000

/** Saves the orders of the view and its filter on this device as CSV. */
function ExportOrders({ filter }: { filter: OrderFilter }) {
  const { mutate, isPending: busy } = useMutation({
    mutationFn: () => read('export-orders', queryOf(filter), { timeoutMs }),
    onError: ({ message }) =>
      toast({ title: 'Export failed', description: message, tone: 'error', about: 'export-orders' }),
    onSuccess(csv) {
      const name = exportName(filter, shopToday())
      saveFile(name, csv.startsWith(byteOrderMark) ? csv : byteOrderMark + csv)
      void toast({
        title: 'Exported',
        description: `${name} has been saved on this device. It contains personal details, so keep it safe.`,
        tone: 'success',
        about: 'export-orders',
      })
    },
  })

  return (
    <TextButton onClick={() => !busy && mutate()} aria-disabled={busy}>
      {busy ? 'Exporting…' : 'Export'}
    </TextButton>
  )
}

/** The scroll position of the list that was left last. */
let left: { key: string; y: number } | null = null

/**
 * Restores the scroll position of a list when Back returns to it. The browser cannot do that, because the rows load
 * after the session check. `key` names the list; `isThere`: its rows are rendered.
 */
function useScrollRestoration(key: string, isThere: boolean): void {
  const isReturn = useNavigationType() === 'POP' && left?.key === key
  const wanted = useRef(isReturn ? left : null)
  const latest = useRef(key)
  useEffect(() => {
    latest.current = key
  })

  useLayoutEffect(() => {
    if (!isThere || !wanted.current) return
    window.scrollTo({ top: wanted.current.y, behavior: 'instant' })
    wanted.current = null
  }, [isThere])

  useLayoutEffect(
    () => () => {
      left = { key: latest.current, y: window.scrollY }
    },
    [],
  )
}

type ListNewsProps = {
  list: Pick<ReturnType<typeof useOrders>, 'page' | 'added' | 'problem' | 'isLoadingPage' | 'showAll'>
  filter: OrderFilter
}

/** How many orders are new or have moved to another view, with a button: the rows stay in place until it is pressed. */
function ListUpdates({ list, filter }: ListNewsProps) {
  const { page, added, problem, isLoadingPage, showAll } = list
  const today = shopToday()
  const movedOn = isLoadingPage ? 0 : (page?.orders.filter((order) => !belongs(order, filter, today)).length ?? 0)
  const news = [added > 0 && addedWords(added, filter), movedOn > 0 && `${movedOn} moved to another list`].filter(
    Boolean,
  )
  async function see() {
    await showAll()
    // The button disappears.
    focusSection('orders')
  }

  return (
    <div role="status">
      {news.length > 0 && (
        <p className="flex items-center gap-x-4">
          <span>{news.join(', ')}</span>
          <TextButton onClick={see}>Show</TextButton>
        </p>
      )}
      {page && problem && (
        <p className="my-2 max-w-[38em] border-mulberry border-l-2 pl-5">
          {problem} What is shown here may be out of date; we’ll keep trying.
        </p>
      )}
    </div>
  )
}

function addedWords(added: number, { view }: OrderFilter): string {
  const kind = view === 'all' ? 'new' : 'more'
  return `${added} ${kind} ${added === 1 ? 'order' : 'orders'}`
}

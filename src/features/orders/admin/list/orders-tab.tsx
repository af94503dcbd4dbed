import { useEffect, useState } from 'react'
import { refreshAlerts } from '#platform/client/query-client.ts'
import { focusSection } from '#ui/account-section.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { useQuestions } from '#ui/question-dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { prepareToasts } from '#ui/toast.ts'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { OrderDetailsDialog } from '../details/order-details-dialog.tsx'
import type { OrderRow } from '../order.ts'
import { useOrderCounts } from '../order-queries.ts'
import { PrintLinks } from '../print/print-links.tsx'
import { StatusConflictNotice } from '../status/status-conflict-notice.tsx'
import { useStatusChanges } from '../status/use-status-changes.ts'
import { ExportOrders } from './export-button.tsx'
import { ListUpdates } from './list-updates.tsx'
import { NoOrders } from './no-orders.tsx'
import { OrderFilters } from './order-filters.tsx'
import { OrdersTable } from './orders-table.tsx'
import { useListLocation } from './use-list-location.ts'
import { useOrders } from './use-orders.ts'
import { useScrollRestoration } from './use-scroll-restoration.ts'
import { ViewsNav } from './views-nav.tsx'

/** The orders: views, search, filters, table, bulk actions and the open order. */
export function OrdersTab() {
  const place = useListLocation()
  const { filter, after } = place
  const counts = useOrderCounts()
  const list = useOrders(filter, after)
  /** Shows a changed order and reads the numbers of all orders again. */
  function put(order: OrderRow) {
    list.put(order)
    void refreshAlerts()
  }
  const { ask, dialog } = useQuestions()
  const changes = useStatusChanges({ find: list.find, put, ask })
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
      <OrderFilters filter={filter} onNarrow={place.narrow}>
        {picked.length === 0 && <PrintLinks view={filter.view} />}
        <ExportOrders filter={filter} />
      </OrderFilters>
      {!list.page && !list.problem && <Skeleton />}
      {!list.page && list.problem && (
        <CouldNotLoad problem={`The orders couldn’t be loaded. ${list.problem}`} onRetry={() => void list.refetch()} />
      )}
      {list.page && orders.length === 0 && <NoOrders filter={filter} isFirstPage={!after} onNarrow={place.narrow} />}
      {!place.open && <StatusConflictNotice changes={changes} className="mt-6" />}
      {orders.length > 0 && (
        <>
          <BulkBar
            orders={orders}
            picked={picked}
            ask={ask}
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
          />
        </>
      )}
      <nav aria-label="Pages of orders" className="flex gap-x-8 pt-3">
        {after && <TextButton onClick={() => turn(place.newer)}>Newer</TextButton>}
        {next && (
          <TextButton onClick={() => turn(() => place.older(next))} aria-disabled={list.isLoadingPage}>
            Older
          </TextButton>
        )}
      </nav>
      {place.open && (
        <OrderDetailsDialog
          key={place.open}
          orderNumber={place.open}
          at={place.at}
          changes={changes}
          onChanged={put}
          onClose={place.closeOrder}
        />
      )}
      {dialog}
    </section>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileForm, useFileForm } from '#admin/file-form.tsx'
import { LeftOutRows } from '#admin/left-out-rows.tsx'
import { counted } from '#base/counts.ts'
import { formatShopTime } from '#base/shop-time.ts'
import { call, read } from '#platform/client/functions.ts'
import type { GetResponse, PostResponse } from '#platform/http/contract.ts'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { orderKeys } from '../../admin/order-queries.ts'
import { EarlierOrderList, sourceNames } from './earlier-order-list.tsx'

const key = [...orderKeys.all, 'earlier']
/** A file of some thousand orders takes a while. */
const longTimeout = { timeoutMs: 120_000 }
const messages = {
  tooLarge: 'This file is larger than 15 MB. Please export fewer orders at once.',
  lost: 'The connection was lost. Choose the file again: no order is kept twice.',
}
type Preview = PostResponse<'preview-earlier-orders'>

/** Sold orders of the owner's former shop, kept as a private history: a preview of the file, the import, its undo. */
export function EarlierOrdersSection() {
  const client = useQueryClient()
  const { data } = useQuery({ queryKey: [...key, 'imports'], queryFn: () => read('earlier-imports') })
  const form = useFileForm({
    check: (csv) => call('preview-earlier-orders', { csv }, longTimeout),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
    messages,
  })

  async function keep(csv: string) {
    const { made } = await call('import-earlier-orders', { csv }, longTimeout)
    await done('Kept', made)
  }

  async function takeBack(id: string) {
    const { removed } = await call('undo-earlier-orders', { id })
    await done('Removed', removed)
  }

  function done(title: string, orders: number) {
    form.close()
    return toast({ title, description: countOrders(orders), tone: 'success', about: 'imports' })
  }

  return (
    <section aria-labelledby="earlier-orders" className="mt-12 max-w-[44rem]">
      <h2 id="earlier-orders" className="text-title leading-tight">
        Your sold orders
      </h2>
      <p className="mt-3">
        Keep them as your private history. The search of orders and a customer’s page then show “Bought on Etsy, 3 March
        2025”. Customers get no account and no e-mail, join no list, and no figure of this shop counts these orders.
      </p>
      <FileForm
        form={form}
        label="Sold orders"
        hint="From Etsy: Shop Manager, Settings, Options, Download Data, Order Items. From Shopify: Orders, Export. Streets, telephone numbers and messages in it are not kept."
        accept=".csv,text/csv"
        actionOf={({ fresh }) => (fresh > 0 ? `Keep ${countOrders(fresh)}` : null)}
        busyLabel="Saving…"
        onImport={keep}
        className="mt-5"
      >
        {(preview) => <PreviewedOrders preview={preview} />}
      </FileForm>
      <Imports imports={data?.imports ?? []} isBusy={form.isBusy} onUndo={(id) => form.change(() => takeBack(id))} />
    </section>
  )
}

function countOrders(count: number): string {
  return counted(count, 'order', 'orders')
}

function PreviewedOrders({ preview: { source, fresh, orders, here, left_out: leftOut } }: { preview: Preview }) {
  return (
    <section aria-labelledby="orders-preview">
      <h3 id="orders-preview" ref={focusNow} tabIndex={-1} className="font-serif text-name leading-tight outline-none">
        {fresh === 0 ? 'Nothing new in this file' : counted(fresh, 'new order', 'new orders')}
      </h3>
      <p className="mt-2 pb-4 text-ink-soft text-small">
        {source === 'etsy'
          ? 'Etsy’s file has no e-mail addresses: a customer here is known by the same name and postcode. '
          : 'A customer here is known by the e-mail address; where an order has none, by the same name and postcode. '}
        Prices are those of the garments, before discounts and delivery.
        {here > 0 && ` ${countOrders(here)} of it ${here === 1 ? 'is' : 'are'} here already.`}
      </p>
      {fresh > 0 && <EarlierOrderList orders={orders} />}
      {fresh > orders.length && <p className="mt-2 text-ink-soft text-small">{`and ${fresh - orders.length} more`}</p>}
      <LeftOutRows
        rows={leftOut}
        caption={`${counted(leftOut.length, 'row', 'rows')} left out`}
        headings={['Row', 'Order']}
      />
    </section>
  )
}

type ImportsProps = {
  imports: GetResponse<'earlier-imports'>['imports']
  isBusy: boolean
  onUndo: (id: string) => void
}

function Imports({ imports, isBusy, onUndo }: ImportsProps) {
  if (imports.length === 0) return null
  return (
    <ul aria-label="Files of orders so far" className="mt-6 border-line border-t">
      {imports.map(({ id, source, at, by, orders }) => (
        <li key={id} className="border-line border-b py-3">
          <p>{`${sourceNames[source]}: ${countOrders(orders)}`}</p>
          <p className="wrap-any text-ink-soft text-small">{[formatShopTime(at), by].filter(Boolean).join(' · ')}</p>
          <TextButton onClick={() => onUndo(id)} aria-disabled={isBusy}>
            {`Undo: remove ${countOrders(orders)}`}
          </TextButton>
        </li>
      ))}
    </ul>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { fileInputLook, readTextFile } from '#admin/text-file.ts'
import { formatShopTime } from '#base/shop-time.ts'
import { countOf, LeftOutRows } from '#features/catalogue/move-in/admin/listings-preview.tsx'
import { call, read, toRequestError } from '#platform/client/functions.ts'
import type { GetResponse, PostResponse } from '#platform/http/contract.ts'
import { FieldFrame } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { FormActions } from '#ui/form-actions.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { orderKeys } from '../../admin/order-queries.ts'
import { EarlierOrderList, sourceNames } from './earlier-order-list.tsx'

const key = [...orderKeys.all, 'earlier']
const mostBytes = 15_000_000
/** A file of some thousand orders takes a while. */
const longTimeout = { timeoutMs: 120_000 }
type Preview = PostResponse<'preview-earlier-orders'>

/** Sold orders of the owner's former shop, kept as a private history: a preview of the file, the import, its undo. */
export function EarlierOrdersSection() {
  const client = useQueryClient()
  const { data } = useQuery({ queryKey: [...key, 'imports'], queryFn: () => read('earlier-imports') })
  const onSettled = () => client.invalidateQueries({ queryKey: key })
  const check = useMutation({ mutationFn: (csv: string) => call('preview-earlier-orders', { csv }, longTimeout) })
  const keep = useMutation({
    mutationFn: (csv: string) => call('import-earlier-orders', { csv }, longTimeout),
    onSettled,
  })
  const undo = useMutation({ mutationFn: (id: string) => call('undo-earlier-orders', { id }), onSettled })
  const [csv, setCsv] = useState('')
  const [preview, setPreview] = useState<Preview | null>(null)
  const [problem, setProblem] = useState('')
  /** A new field, empty. */
  const [turn, setTurn] = useState(0)
  const isBusy = check.isPending || keep.isPending || undo.isPending

  async function orProblem(work: () => Promise<unknown>) {
    setProblem('')
    try {
      await work()
    } catch (error) {
      const { message, isUnreachable } = toRequestError(error)
      setProblem(isUnreachable ? 'The connection was lost. Choose the file again: no order is kept twice.' : message)
    }
  }

  async function takeFile({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    setPreview(null)
    if (!file) return setProblem('')
    if (file.size > mostBytes) return setProblem('This file is larger than 15 MB. Please export fewer orders at once.')
    const text = await readTextFile(file)
    setCsv(text)
    await orProblem(async () => setPreview(await check.mutateAsync(text)))
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !preview) return
    await orProblem(async () => {
      const { made } = await keep.mutateAsync(csv)
      close()
      await toast({ title: 'Kept', description: countOf(made, 'order'), tone: 'success', about: 'imports' })
    })
  }

  async function takeBack(id: string) {
    if (isBusy) return
    await orProblem(async () => {
      const { removed } = await undo.mutateAsync(id)
      close()
      await toast({ title: 'Removed', description: countOf(removed, 'order'), tone: 'success', about: 'imports' })
    })
  }

  function close() {
    setPreview(null)
    setCsv('')
    setTurn(turn + 1)
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
      <form onSubmit={submit} noValidate className="mt-5 grid gap-y-6">
        <FieldFrame
          key={turn}
          label="Sold orders"
          hint="From Etsy: Shop Manager, Settings, Options, Download Data, Order Items. From Shopify: Orders, Export. Streets, telephone numbers and messages in it are not kept."
          error={problem}
        >
          {(bound) => (
            <input {...bound} type="file" accept=".csv,text/csv" onChange={takeFile} className={fileInputLook} />
          )}
        </FieldFrame>
        {check.isPending && <p role="status">Reading the file…</p>}
        {preview && <PreviewedOrders preview={preview} />}
        {preview && preview.fresh > 0 && (
          <FormActions
            label={`Keep ${countOf(preview.fresh, 'order')}`}
            busyLabel="Saving…"
            busy={isBusy}
            onCancel={close}
          />
        )}
      </form>
      <Imports imports={data?.imports ?? []} isBusy={isBusy} onUndo={takeBack} />
    </section>
  )
}

function PreviewedOrders({ preview: { source, fresh, orders, here, left_out: leftOut } }: { preview: Preview }) {
  return (
    <section aria-labelledby="orders-preview">
      <h3 id="orders-preview" ref={focusNow} tabIndex={-1} className="font-serif text-name leading-tight outline-none">
        {fresh === 0 ? 'Nothing new in this file' : countOf(fresh, 'new order')}
      </h3>
      <p className="mt-2 pb-4 text-ink-soft text-small">
        {source === 'etsy'
          ? 'Etsy’s file has no e-mail addresses: a customer here is known by the same name and postcode. '
          : 'A customer here is known by the e-mail address; where an order has none, by the same name and postcode. '}
        Prices are those of the garments, before discounts and delivery.
        {here > 0 && ` ${countOf(here, 'order')} of it ${here === 1 ? 'is' : 'are'} here already.`}
      </p>
      {fresh > 0 && <EarlierOrderList orders={orders} />}
      {fresh > orders.length && <p className="mt-2 text-ink-soft text-small">{`and ${fresh - orders.length} more`}</p>}
      <LeftOutRows leftOut={leftOut} what="Order" />
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
          <p>{`${sourceNames[source]}: ${countOf(orders, 'order')}`}</p>
          <p className="wrap-any text-ink-soft text-small">{[formatShopTime(at), by].filter(Boolean).join(' · ')}</p>
          <TextButton onClick={() => onUndo(id)} aria-disabled={isBusy}>
            {`Undo: remove ${countOf(orders, 'order')}`}
          </TextButton>
        </li>
      ))}
    </ul>
  )
}

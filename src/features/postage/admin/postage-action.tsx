import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { shopNow } from '#admin/shop-now.ts'
import { toShopClock } from '#base/shop-clock.ts'
import type { OrderRow } from '#features/orders/admin/order.ts'
import { call } from '#platform/client/functions.ts'
import { saveFile } from '#platform/client/save-file.ts'
import { shop } from '#shop'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { PostageResult } from '../give-parcels.ts'
import { Problems } from './postage-note.tsx'
import { usePostage, useReloadPostage } from './postage-queries.ts'

/** What a press led to. `file`: it was saved, with the orders that were given. */
type Outcome = { results: PostageResult[]; file: { name: string; csv: string } | null; way: 'api' | 'file' }

type PostageActionProps = { picked: readonly OrderRow[]; onPick: (ids: readonly string[]) => void }

/** Gives the chosen orders to Click & Drop: by its API where there is a key, else by a file. */
export function PostageAction({ picked, onPick }: PostageActionProps) {
  const postage = usePostage()
  const reload = useReloadPostage()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const way = postage?.key === 'none' || postage?.key === 'rehearsal' ? 'file' : 'api'

  const { mutate, isPending } = useMutation({
    mutationFn: async (): Promise<Outcome> => {
      const orders = picked.map(({ order_number }) => order_number)
      if (way === 'api') return { ...(await call('send-postage', { orders })), file: null, way }
      const { file, results } = await call('postage-file', { orders })
      return { results, file: file && { name: fileName(toShopClock(shopNow())), csv: file.csv }, way }
    },
    onError: ({ message }) =>
      toast({ title: 'Not sent to Click & Drop', description: message, tone: 'error', about: 'postage' }),
    onSuccess(done) {
      if (done.file) saveFile(done.file.name, done.file.csv)
      setOutcome(done)
      // Those with a problem stay chosen.
      const failed = new Set(done.results.filter(({ ok }) => !ok).map(({ order_number }) => order_number))
      onPick(picked.filter(({ order_number }) => failed.has(order_number)).map(({ id }) => id))
    },
    onSettled: reload,
  })

  return (
    <>
      {picked.length > 0 && postage && (
        <TextButton onClick={() => !isPending && mutate()} aria-disabled={isPending}>
          {isPending ? 'One moment…' : way === 'api' ? 'Send to Click & Drop' : 'Click & Drop file'}
        </TextButton>
      )}
      {outcome && <Given key={JSON.stringify(outcome.results)} {...outcome} onClose={() => setOutcome(null)} />}
    </>
  )
}

function Given({ results, file, way, onClose }: Outcome & { onClose: () => void }) {
  const reload = useReloadPostage()
  const given = results.filter(({ ok }) => ok)
  const failed = results.filter(({ ok }) => !ok)
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call('take-postage-back', { orders: given.map(({ order_number }) => order_number), deleted_there: false }),
    onError: ({ message }) => toast({ title: 'Not taken back', description: message, tone: 'error', about: 'postage' }),
    onSuccess: onClose,
    onSettled: reload,
  })
  return (
    <div
      ref={focusNow}
      tabIndex={-1}
      data-fills=""
      className="order-last my-3 w-full max-w-[44rem] border-mulberry border-l-2 pl-5 outline-none"
    >
      <p>{sentence(given.length, way)}</p>
      {failed.length > 0 && (
        <>
          <p className="pt-2">
            {failed.length === 1 ? 'One order was left out:' : `${failed.length} orders were left out:`}
          </p>
          <ul className="max-h-72 overflow-y-auto">
            {failed.map(({ order_number, problems }) => (
              <li key={order_number} className="pt-1 text-small">
                <span className="font-medium">{order_number}</span>
                <Problems problems={problems} />
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="flex flex-wrap gap-x-7">
        {given.length > 0 && (
          <TextButton onClick={() => !isPending && mutate()} aria-disabled={isPending}>
            {way === 'api' ? 'Take back' : 'Take them out again'}
          </TextButton>
        )}
        {file && <TextButton onClick={() => saveFile(file.name, file.csv)}>Save the file again</TextButton>}
        <TextButton onClick={onClose}>Close</TextButton>
      </p>
    </div>
  )
}

function sentence(count: number, way: 'api' | 'file'): string {
  const orders = count === 1 ? '1 order' : `${count} orders`
  if (count === 0) return way === 'api' ? 'Nothing was sent to Click & Drop.' : 'No file was made.'
  if (way === 'file')
    return `A file with ${orders} has been saved on this device, for Click & Drop’s import. The next file leaves ${count === 1 ? 'it' : 'them'} out.`
  return `${orders} ${count === 1 ? 'goes' : 'go'} to Click & Drop. Its tracking numbers come back by themselves: each sets its order to shipped and e-mails the customer.`
}

/** `now`: '2026-11-28T22:40' on the shop's clock. */
function fileName(now: string): string {
  return `${shop.shortName}-click-and-drop-${now.slice(0, 16).replace('T', '-').replace(':', '')}.csv`
}

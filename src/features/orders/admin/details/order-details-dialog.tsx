import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { Rule } from '#ui/rule.tsx'
import { isOnNotice } from '#ui/toast.ts'
import type { OrderRow } from '../order.ts'
import { useOrderDetails } from '../order-queries.ts'
import type { StatusChanges } from '../status/use-status-changes.ts'
import { OrderDetailsView } from './order-details-view.tsx'

type OrderDetailsDialogProps = {
  orderNumber: string
  /** 'tracking': the focus goes to the tracking number field. */
  at: string | null
  changes: StatusChanges
  onChanged: (order: OrderRow) => void
  onClose: () => void
  /** Moves the focus once the dialog is gone. */
  onClosed: () => void
}

/** One order in a dialog over the list; on a phone it fills the window. It has its own URL, and Back closes it. */
export function OrderDetailsDialog(props: OrderDetailsDialogProps) {
  const { orderNumber, at, changes, onChanged, onClose, onClosed } = props
  const { details, problem, refetch, put } = useOrderDetails(orderNumber)

  function changed(order: OrderRow) {
    put(order)
    onChanged(order)
    void refetch()
  }

  /** After a change whose response holds no order: reads the details again and updates the row. */
  async function refetchAll() {
    const order = await refetch()
    if (order) onChanged(order)
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          // The focus goes to the order, not to the close button.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onClosed()
          }}
          onEscapeKeyDown={(event) => isAsking() && event.preventDefault()}
          onInteractOutside={(event) => (isOnNotice(event) || isAsking()) && event.preventDefault()}
          className="fixed inset-0 z-50 flex flex-col bg-paper text-ink outline-none md:inset-x-auto md:top-[4svh] md:bottom-[4svh] md:left-1/2 md:w-[min(66rem,calc(100vw-3rem))] md:-translate-x-1/2"
        >
          <header className="flex items-start justify-between gap-x-6 px-[clamp(1.125rem,3vw,2.5rem)] pt-5 pb-3">
            <Dialog.Title className="wrap-any font-serif text-title leading-tight">
              <span className="label block font-sans text-ink-soft">Order Details</span> {orderNumber}
            </Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close" className="-mr-2.5">
                <X aria-hidden="true" strokeWidth={1.25} className="size-6" />
              </IconButton>
            </Dialog.Close>
          </header>
          <div className="px-[clamp(1.125rem,3vw,2.5rem)] pb-3">
            <Rule className="text-mulberry/60" />
          </div>
          <div className="min-h-0 grow overflow-y-auto overscroll-contain px-[clamp(1.125rem,3vw,2.5rem)] pb-10">
            {details && problem && (
              <p role="status" className="mt-6 max-w-[38em] border-mulberry border-l-2 pl-5">
                {problem} What is shown here may be out of date; we’ll keep trying.
              </p>
            )}
            {details ? (
              <OrderDetailsView
                details={details}
                at={at}
                changes={changes}
                onChanged={changed}
                onDelayed={refetchAll}
              />
            ) : (
              <div className="py-8">
                {problem ? (
                  <CouldNotLoad problem={`The order couldn’t be loaded. ${problem}`} onRetry={() => void refetch()} />
                ) : (
                  <LoadingSkeleton label="Loading the order" count={5} />
                )}
              </div>
            )}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

// Escape answers an open question about money with no and leaves the dialog open.
function isAsking(): boolean {
  return document.querySelector('[data-asking]') !== null
}

import type { MouseEvent, ReactNode } from 'react'
import { shopDate } from '#base/shop-clock.ts'
import { formatShopClock, formatShopTime } from '#base/shop-time.ts'
import { serverNow } from '#platform/client/backend-client.ts'
import { TextButton } from '#ui/text-button.tsx'
import type { Draft } from './use-draft.ts'

type DraftOfferProps = {
  draft: Pick<Draft, 'offer' | 'continueWith' | 'discard'>
  /** The draft's subject, where the page has several drafts: ‘of “Mary Dress”’. */
  of?: string | undefined
  /** Further notes to read before the draft is used. */
  children?: ReactNode
  /** Moves the focus after the choice, where the form has no first field for it. */
  onChosen?: () => void
  className?: string
}

/** Offers an unsaved draft; renders nothing if there is none. */
export function DraftOffer({
  draft: { offer, continueWith, discard },
  of,
  children,
  onChosen,
  className = '',
}: DraftOfferProps) {
  if (!offer) return null

  /** Moves the focus, by default to the form's first field, since the button disappears with the offer. */
  function choose(event: MouseEvent<HTMLButtonElement>, then: () => void) {
    if (onChosen) onChosen()
    else event.currentTarget.closest('form')?.querySelector<HTMLElement>(fields)?.focus()
    then()
  }

  return (
    <div
      role="status"
      className={`max-w-[38em] border-mulberry border-l-2 bg-paper-deep/60 py-3 pr-4 pl-5 ${className}`}
    >
      <p>
        You have an unsaved draft{of ? ` of ${of}` : ''} from {draftTime(offer.savedAt, serverNow())}.
        {offer.isOutdated && ' Someone has changed it since. Check the details before you save.'}
      </p>
      {children}
      <p className="flex flex-wrap gap-x-7">
        <TextButton onClick={(event) => choose(event, continueWith)}>Continue with it</TextButton>
        <TextButton onClick={(event) => choose(event, discard)}>Discard it</TextButton>
      </p>
    </div>
  )
}

const fields = 'input:not([type=hidden]), textarea, select'

/** '14:32' for a time of today, else the day with it. */
export function draftTime(savedAt: Date, now: Date): string {
  return shopDate(savedAt) === shopDate(now) ? formatShopClock(savedAt) : formatShopTime(savedAt)
}

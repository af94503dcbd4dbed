import { shop } from '#shop'

/** Replaces the form once the message has arrived. */
export function ContactSent({ to, onAgain }: { to: string; onAgain: () => void }) {
  return (
    <div
      ref={focusIt}
      tabIndex={-1}
      role="status"
      className="grid scroll-my-24 justify-items-start gap-y-4 outline-none"
    >
      <p className="font-serif text-title leading-[1.2]">Thank you. We have your message.</p>
      <p className="max-w-[34em]">
        We’ve sent a receipt to <span className="wrap-any">{to}</span>, and you’ll have an answer within{' '}
        {shop.policies.responseDays.replace('-', '–')} business days.
      </p>
      <p className="max-w-[34em] text-ink-soft">
        Is something wrong with a garment? Reply to the receipt with photographs of the fault and of the whole garment.
      </p>
      <button type="button" onClick={onAgain} className="inline-flex min-h-11 items-center">
        <span className="link">Send another message</span>
      </button>
    </div>
  )
}

/** The form has disappeared with the focused button; on a phone this text is further up. */
function focusIt(place: HTMLElement | null): void {
  place?.focus()
}

import { createContext, type ReactNode, useContext } from 'react'
import { AccountSection } from '#ui/account-section.tsx'

/** Whether the money is shown inside the order's details, which already name the customer and the events. */
export const InOrderDetails = createContext(false)

type MoneySectionProps = { id: string; title: string; note?: ReactNode; children: ReactNode }

/** A section of an order's money, with a heading for a page or for a part of a dialog. */
export function MoneySection({ id, title, note, children }: MoneySectionProps) {
  const isWithin = useContext(InOrderDetails)
  if (!isWithin) {
    return (
      <AccountSection id={id} title={title} note={note}>
        {children}
      </AccountSection>
    )
  }
  return (
    <section
      aria-labelledby={id}
      className="grid items-start gap-x-10 gap-y-4 border-line border-t py-6 md:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <header>
        <h4 id={id} tabIndex={-1} className="font-medium outline-none">
          {title}
        </h4>
        {note && <div className="mt-1 max-w-[25em] text-ink-soft text-small">{note}</div>}
      </header>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

import type { ReactNode } from 'react'
import { formatDay } from '#base/calendar-day.ts'
import { namedSize } from '#features/catalogue/samples.ts'
import { shop } from '#shop'
import { FormPage, type Garment } from '#ui/form/form-page.tsx'
import { FormLink } from '#ui/form/form-parts.tsx'
import { choiceMessage, noChoiceMessages } from './choice-messages.tsx'
import type { DelayChoice } from './delay-choice.ts'
import type { FoundChoice } from './delay-choice-requests.ts'

const withoutScript = `Answering here needs JavaScript. Without it, reply to our e-mail or write to ${shop.email}.`

/** A delayed order: its garments, the old and the new day, and the answers while the choice is open. */
export function ChoiceView({
  found,
  garment,
  children,
}: {
  found: FoundChoice
  garment: Garment | null
  children: ReactNode
}) {
  const choice = typeof found === 'string' ? null : found
  const { title, lead, more } = typeof found === 'string' ? noChoiceMessages[found] : choiceMessage(found)
  const isOpen = choice?.state === 'open'
  return (
    <FormPage title={title} lead={<p role="status">{lead}</p>} garment={garment} withoutScript={withoutScript}>
      {more && <p>{more}</p>}
      {choice && (isOpen || choice.state === 'kept') && <Order choice={choice} />}
      {isOpen ? <div className="mt-7">{children}</div> : <Ways />}
    </FormPage>
  )
}

function Order({ choice: { garments, from, to, reason, state } }: { choice: DelayChoice }) {
  return (
    <dl className={`grid grid-cols-[auto_1fr] gap-x-8 border-line border-b pb-4 ${state === 'open' ? '' : 'mt-5'}`}>
      <Fact label={garments.length > 1 ? 'Garments' : 'Garment'}>
        {garments.map(({ name, size, quantity }) => (
          <span key={`${name} ${size}`} className="wrap-any block">
            {quantity > 1 && `${quantity} × `}
            {namedSize({ name, size })}
          </span>
        ))}
      </Fact>
      <Fact label="We said">
        <s className="text-ink-soft">{formatDay(new Date(from))}</s>
      </Fact>
      <Fact label="The new date">
        <strong className="font-medium">{formatDay(new Date(to))}</strong>
      </Fact>
      {reason && (
        <Fact label="Why">
          <span className="wrap-any">{reason}</span>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="py-1 text-ink-soft">{label}</dt>
      <dd className="py-1">{children}</dd>
    </>
  )
}

function Ways() {
  return (
    <p className="mt-6 flex flex-wrap gap-x-8">
      <FormLink to="/contact">Write to us</FormLink>
      <FormLink to="/shop">To the shop</FormLink>
    </p>
  )
}

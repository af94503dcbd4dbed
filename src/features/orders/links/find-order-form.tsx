import { type ReactNode, useState } from 'react'
import { sendForm } from '#platform/client/send-form.ts'
import { shop } from '#shop'
import { CheckField } from '#ui/choice-field.tsx'
import { EmailField, Field } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { PlainForm, SubmitButton } from '#ui/form/form-parts.tsx'
import { usePlainForm } from '#ui/form/use-plain-form.ts'
import { limitCharacters } from '#ui/limit-characters.ts'
import { TextButton } from '#ui/text-button.tsx'

const unreachable = 'That didn’t reach us. What you typed is still here: please check your connection and try again.'

const fields = ['name', 'order_number', 'email'] as const

type PageProps = {
  title: string
  lead: ReactNode
  /** What is enough in an e-mail, where the form does not work. */
  enough: string
  only?: 'withdrawal'
  /** Beside the form: other ways. */
  children: ReactNode
}

/** A page with the form for a lost link or a withdrawal. */
export function FindOrderView({ title, lead, enough, only, children }: PageProps) {
  return (
    <div className="page min-h-[60svh] pt-[clamp(2rem,5vw,4.5rem)]">
      <header className="grid items-end gap-x-12 gap-y-5 lg:grid-cols-12">
        <h1 className="wrap-any text-masthead leading-[0.94] tracking-[-0.018em] lg:col-span-7">{title}</h1>
        <p className="max-w-[28em] text-ink-soft text-lead leading-[1.4] lg:col-span-5 lg:pb-2">{lead}</p>
      </header>
      <div className="mt-[clamp(2.25rem,4vw,3.75rem)] grid gap-x-12 gap-y-12 border-line border-t pt-[clamp(2.5rem,4.6vw,4.25rem)] lg:grid-cols-12">
        <div className="min-w-0 lg:col-span-7">
          <noscript>
            <p className="mb-6">
              This form needs JavaScript. Without it, write to{' '}
              <a href={`mailto:${shop.email}`} className="link">
                {shop.email}
              </a>
              : {enough}
            </p>
          </noscript>
          <FindOrderForm only={only} />
        </div>
        <aside className="text-ink-soft lg:col-span-4 lg:col-start-9" aria-label="Other ways">
          {children}
        </aside>
      </div>
    </div>
  )
}

/**
 * Order number and e-mail address: they bring a new link to that address, and with the tick they declare a withdrawal.
 * The answer does not say whether there is such an order. `only`: a form that always declares a withdrawal.
 */
export function FindOrderForm({ only }: { only?: 'withdrawal' | undefined }) {
  const [sent, setSent] = useState<{ to: string; withdraws: boolean } | null>(null)
  const [isTicked, setTicked] = useState(false)
  const withdraws = only === 'withdrawal' || isTicked
  const form = usePlainForm<(typeof fields)[number]>(async ({ name, order_number, email }) => {
    const wrong = await sendForm('find-order', { order_number, email, withdraws, name }, { fields, unreachable })
    if (!wrong) setSent({ to: email, withdraws })
    return wrong
  })
  if (sent) return <Sent {...sent} onAgain={() => setSent(null)} />
  return (
    <PlainForm form={form}>
      <Field
        label="Order number"
        name="order_number"
        required
        maxLength={60}
        placeholder={`${shop.orderPrefix}-`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="You’ll find it in the subject of every e-mail about the order."
        error={form.errors.order_number}
      />
      <EmailField label="The e-mail you ordered with" error={form.errors.email} />
      {only !== 'withdrawal' && (
        <CheckField
          label="I want to withdraw from this order"
          name="withdraws"
          checked={isTicked}
          onChange={setTicked}
        />
      )}
      {withdraws && (
        <>
          <Field
            label="Your name"
            name="name"
            required
            {...limitCharacters(200)}
            autoComplete="name"
            error={form.errors.name}
          />
          <p className="max-w-[34em] text-ink-soft text-small">
            This tells us that you withdraw from the contract for everything in the order. You don’t need to give a
            reason. If the number and e-mail match, we’ll record the time and e-mail you a receipt at once.
          </p>
        </>
      )}
      <SubmitButton form={form} busy="Sending…">
        {withdraws ? 'Confirm withdrawal' : 'Send me the link'}
      </SubmitButton>
    </PlainForm>
  )
}

function Sent({ to, withdraws, onAgain }: { to: string; withdraws: boolean; onAgain: () => void }) {
  return (
    <div
      ref={focusNow}
      tabIndex={-1}
      role="status"
      className="grid scroll-my-24 justify-items-start gap-y-4 outline-none"
    >
      <p className="font-serif text-title leading-[1.2]">Thank you. Please check your inbox.</p>
      <p className="max-w-[34em]">
        If that’s the number of an order placed with <span className="wrap-any">{to}</span>,{' '}
        {withdraws ? 'the receipt of your withdrawal' : 'the link to it'} is on its way. It can take a minute.
      </p>
      <p className="max-w-[34em] text-ink-soft">
        Nothing there? Check your junk folder, and check that the number and e-mail are right.
      </p>
      <TextButton onClick={onAgain}>Try again</TextButton>
    </div>
  )
}

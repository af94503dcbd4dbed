import { useState } from 'react'
import { FormOf, Send } from '#features/accounts/sign-in/form-parts.tsx'
import { useForm } from '#features/accounts/sign-in/use-form.ts'
import { sendForm } from '#platform/client/send-form.ts'
import { shop } from '#shop'
import { CheckField } from '#ui/choice-field.tsx'
import { Field } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'

const unreachable = 'That didn’t reach us. What you typed is still here: please check your connection and try again.'

/**
 * Order number and e-mail address: they bring a new link to that address, and with the tick they declare a withdrawal.
 * The answer does not say whether there is such an order. `only`: a form that always declares a withdrawal.
 */
export function FindOrderForm({ only }: { only?: 'withdrawal' }) {
  const [sent, setSent] = useState<{ to: string; withdraws: boolean } | null>(null)
  const [isTicked, setTicked] = useState(false)
  const withdraws = only === 'withdrawal' || isTicked
  const form = useForm<'order_number' | 'email'>(async ({ order_number, email }) => {
    const body = { order_number, email, withdraws }
    const wrong = await sendForm('find-order', body, { fields: ['order_number', 'email'], unreachable })
    if (!wrong) setSent({ to: email, withdraws })
    return wrong
  })
  if (sent) return <Sent {...sent} onAgain={() => setSent(null)} />
  return (
    <FormOf form={form}>
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
      <Field
        label="The e-mail you ordered with"
        type="email"
        name="email"
        required
        maxLength={254}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={form.errors.email}
      />
      <div>
        {only !== 'withdrawal' && (
          <CheckField
            label="I want to withdraw from this order"
            name="withdraws"
            checked={isTicked}
            onChange={setTicked}
          />
        )}
        {withdraws && (
          <p className="mt-1 max-w-[34em] text-ink-soft text-small">
            This tells us that you withdraw from the contract for everything in the order. You don’t need to give a
            reason. If the number and e-mail match, we’ll record the time and e-mail you a receipt at once.
          </p>
        )}
      </div>
      <Send form={form} busy="Sending…">
        {withdraws ? 'Confirm withdrawal' : 'Send me the link'}
      </Send>
    </FormOf>
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

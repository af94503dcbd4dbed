import { Button } from '#ui/button.tsx'
import type { CaptchaKind } from '#ui/form/captcha.tsx'
import { FormPage, type Garment } from '#ui/form/form-page.tsx'
import { FormLink, PlainForm, SubmitButton } from '#ui/form/form-parts.tsx'
import { formErrors, usePlainForm } from '#ui/form/use-plain-form.ts'
import { addressAtServer, isFollowedAtServer, type MailLink, redeem } from '../client/confirm.ts'
import { confirmMessages } from './confirm-messages.tsx'
import { ExpiredLink } from './expired-link.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'
import { useConfirmation } from './use-confirmation.ts'

/** The purpose of a link from an e-mail, and the button that redeems it. */
export function ConfirmByLink({
  link,
  garment,
  captcha,
}: {
  link: MailLink
  garment: Garment | null
  captcha: CaptchaKind | null
}) {
  const words = confirmMessages[link.type]
  const { step, pending, refused, send, onShown } = useConfirmation({ redirectTo: link.redirectTo, done: words.done })

  if (step === 'expired') return <ExpiredLink type={link.type} garment={garment} captcha={captcha} />
  if (step === 'half') return <HalfWay garment={garment} />
  if (pending) return <SecondFactorStep arrival={pending} garment={garment} onShown={onShown} />
  return (
    <FormPage title={words.title} lead={<p>{words.lead}</p>} garment={garment}>
      <p role="alert" className="mb-6 border-mulberry border-l-2 pl-4 text-mulberry empty:hidden">
        {refused}
      </p>
      {isFollowedAtServer(link) ? (
        <Button onClick={() => window.location.assign(addressAtServer(link))} className="w-full sm:w-auto sm:min-w-56">
          {words.button}
        </Button>
      ) : link.wantsPassword ? (
        <NewPasswordForm
          fieldLabel={words.field}
          hint={words.hint}
          isNew={words.isNew}
          label={words.button}
          onSend={(password) => send(() => redeem(link), password)}
        />
      ) : (
        <OneClick label={words.button} onSend={() => send(() => redeem(link))} />
      )}
    </FormPage>
  )
}

function OneClick({
  label,
  onSend,
}: {
  label: string
  onSend: () => ReturnType<ReturnType<typeof useConfirmation>['send']>
}) {
  const form = usePlainForm(async () => {
    const problem = await onSend()
    return problem && formErrors(problem, [])
  })
  return (
    <PlainForm form={form}>
      <SubmitButton form={form} busy="One moment…">
        {label}
      </SubmitButton>
    </PlainForm>
  )
}

function HalfWay({ garment }: { garment: Garment | null }) {
  return (
    <FormPage
      title={
        <>
          Halfway <em>there</em>
        </>
      }
      lead={<p role="status">This address is confirmed. Now confirm the other one.</p>}
      garment={garment}
    >
      <p>
        We’ve e-mailed both addresses. Follow the link in the other e-mail to finish the change. Until then, log in as
        before.
      </p>
      <p className="mt-6">
        <FormLink to="/">Return Home</FormLink>
      </p>
    </FormPage>
  )
}

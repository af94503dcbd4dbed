import { type CaptchaKind, useCaptcha } from '#ui/form/captcha.tsx'
import { FormPage, type Garment } from '#ui/form/form-page.tsx'
import { InlineLink } from '#ui/form/form-parts.tsx'
import type { MailLink } from '../client/confirm.ts'
import { requestConfirmation, requestPasswordReset } from '../client/sign-in.ts'
import { RequestEmailForm } from './request-email-form.tsx'

/** A link that was used or has expired, with a way to request another. */
export function ExpiredLink({
  type,
  garment,
  captcha,
}: {
  type: MailLink['type']
  garment: Garment | null
  captcha: CaptchaKind | null
}) {
  return (
    <FormPage
      title={
        <>
          This link <em>has expired</em>
        </>
      }
      lead={<p role="status">Each link works once and for a limited time.</p>}
      garment={garment}
    >
      <Another type={type} captcha={captcha} />
    </FormPage>
  )
}

function Another({ type, captcha: kind }: { type: MailLink['type']; captcha: CaptchaKind | null }) {
  const captcha = useCaptcha(type === 'signup' || type === 'recovery' ? kind : null)
  if (type === 'signup') {
    return (
      <>
        <p className="mb-6">
          If you’ve already used it, just <InlineLink to="/login">log in</InlineLink>. Otherwise, we’ll send you
          another:
        </p>
        <RequestEmailForm
          label="Send another link"
          within="24 hours"
          captcha={captcha}
          sendEmail={requestConfirmation}
        />
      </>
    )
  }
  if (type === 'recovery') {
    return (
      <RequestEmailForm
        label="Send another link"
        within="ten minutes"
        captcha={captcha}
        sendEmail={requestPasswordReset}
      />
    )
  }
  if (type === 'invite') {
    return (
      <p>
        If you’ve already set a password, <InlineLink to="/login">log in</InlineLink>. If not, please{' '}
        <InlineLink to="/contact">write to us</InlineLink>, and we’ll invite you again.
      </p>
    )
  }
  return (
    <p>
      Please <InlineLink to="/login">log in</InlineLink> with your password
      {type === 'email_change' && ', and request the change again'}.
    </p>
  )
}

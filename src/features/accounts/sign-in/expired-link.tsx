import type { MailLink } from '../client/confirm.ts'
import type { CaptchaKind } from '../client/load-captcha.ts'
import { requestConfirmation, requestPasswordReset } from '../client/sign-in.ts'
import { AuthFrame } from './auth-frame.tsx'
import { InText } from './form-parts.tsx'
import type { Garment } from './garment.ts'
import { RequestEmailForm } from './request-email-form.tsx'
import { useCaptcha } from './use-captcha.tsx'

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
    <AuthFrame
      title={
        <>
          This link <em>has expired</em>
        </>
      }
      lead={<p role="status">Each link works once and for a limited time.</p>}
      garment={garment}
    >
      <Another type={type} captcha={captcha} />
    </AuthFrame>
  )
}

function Another({ type, captcha: kind }: { type: MailLink['type']; captcha: CaptchaKind | null }) {
  const captcha = useCaptcha(type === 'signup' || type === 'recovery' ? kind : null)
  if (type === 'signup') {
    return (
      <>
        <p className="mb-6">
          If you’ve already used it, just <InText to="/login">log in</InText>. Otherwise, we’ll send you another:
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
        If you’ve already set a password, <InText to="/login">log in</InText>. If not, please{' '}
        <InText to="/contact">write to us</InText>, and we’ll invite you again.
      </p>
    )
  }
  return (
    <p>
      Please <InText to="/login">log in</InText> with your password
      {type === 'email_change' && ', and request the change again'}.
    </p>
  )
}

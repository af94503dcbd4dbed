import { shortestOfStaff } from '#platform/auth/passwords/validate-password.ts'
import { shop } from '#shop'
import { Button } from '#ui/button.tsx'
import { type CaptchaKind, useCaptcha } from '#ui/form/captcha.tsx'
import { FormPage, type Garment } from '#ui/form/form-page.tsx'
import { FormAlert, FormLink, InlineLink, PlainForm, SubmitButton } from '#ui/form/form-parts.tsx'
import { formErrors, usePlainForm } from '#ui/form/use-plain-form.ts'
import type { AuthProblem } from '../client/auth-client.ts'
import { addressAtServer, isFollowedAtServer, type MailLink, redeem } from '../client/confirm.ts'
import { requestConfirmation, requestPasswordReset } from '../client/sign-in.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { RequestEmailForm } from './request-email-form.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'
import { useConfirmation } from './use-confirmation.ts'

type LinkProps = { link: MailLink; garment: Garment | null; captcha: CaptchaKind | null }

/** The purpose of a link from an e-mail, and the button that redeems it. */
export function ConfirmByLink({ link, garment, captcha }: LinkProps) {
  const words = confirmMessages[link.type]
  const { step, pending, refused, send, onShown } = useConfirmation({ redirectTo: link.redirectTo, done: words.done })

  if (step === 'expired') return <ExpiredLink link={link} garment={garment} captcha={captcha} />
  if (step === 'half') return <HalfWay garment={garment} />
  if (pending) return <SecondFactorStep arrival={pending} garment={garment} onShown={onShown} />
  return (
    <FormPage title={words.title} stressed={words.stressed} lead={<p>{words.lead}</p>} garment={garment}>
      <FormAlert>{refused}</FormAlert>
      {isFollowedAtServer(link) ? (
        <Button onClick={() => window.location.assign(addressAtServer(link))} className="w-full sm:w-auto sm:min-w-56">
          {words.button}
        </Button>
      ) : link.wantsPassword ? (
        <NewPasswordForm
          fieldLabel="Your password"
          hint={words.hint ?? kept}
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

function OneClick({ label, onSend }: { label: string; onSend: () => Promise<AuthProblem | null> }) {
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
      title="Halfway"
      stressed="there"
      lead={<p role="status">This address is confirmed. Now confirm the other one.</p>}
      garment={garment}
    >
      <p>
        We’ve e-mailed both addresses. Follow the link in the other e-mail to finish the change. Until then, sign in as
        before.
      </p>
      <p className="mt-6">
        <FormLink to="/">Return Home</FormLink>
      </p>
    </FormPage>
  )
}

/** A link that was used or has expired, with a way to request another. */
function ExpiredLink({ link: { type }, garment, captcha }: LinkProps) {
  return (
    <FormPage
      title="This link"
      stressed="has expired"
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
          If you’ve already used it, just <InlineLink to="/login">sign in</InlineLink>. Otherwise, we’ll send you
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
        If you’ve already set a password, <InlineLink to="/login">sign in</InlineLink>. If not, please{' '}
        <InlineLink to="/contact">write to us</InlineLink>, and we’ll invite you again.
      </p>
    )
  }
  return (
    <p>
      Please <InlineLink to="/login">sign in</InlineLink> with your password
      {type === 'email_change' && ', and request the change again'}.
    </p>
  )
}

type Texts = {
  title: string
  stressed: string
  lead: string
  button: string
  hint?: string
  isNew?: true
  done: string
}

// Anyone can sign up with another person's address, so the password counts only if the recipient of the e-mail types
// it.
const kept = 'The one you chose when you signed up. If you enter a different one, it becomes your password.'

/** The texts of the confirmation page for each kind of e-mail. */
const confirmMessages: Record<MailLink['type'], Texts> = {
  signup: {
    title: 'Confirm',
    stressed: 'your address',
    lead: 'You’re almost there. Enter your password to finish.',
    button: 'Confirm my address',
    done: 'Your address is confirmed and you’re signed in.',
  },
  invite: {
    title: 'You are',
    stressed: 'invited',
    get lead() {
      return `We’ve made you an account at ${shop.name}. Choose a password to start using it.`
    },
    button: 'Accept the invitation',
    hint: `At least ${shortestOfStaff} characters, because it opens the back office.`,
    done: 'Your account is ready and you’re signed in.',
  },
  recovery: {
    title: 'A new',
    stressed: 'password',
    lead: 'Choose a new password. You’ll be signed out on all other devices.',
    button: 'Set my password',
    isNew: true,
    hint: 'A memorable phrase is stronger than a short, complicated password.',
    done: 'Your password is set and you’re signed in.',
  },
  magiclink: {
    title: 'Sign',
    stressed: 'in',
    lead: 'You asked for a link to sign in. Press the button to continue.',
    button: 'Sign me in',
    done: 'You have been logged in successfully.',
  },
  email_change: {
    title: 'A new',
    stressed: 'address',
    lead: 'You asked to change the e-mail address of your account. If that was you, press the button. If not, close this page.',
    button: 'Change my address',
    done: 'Your address has been changed.',
  },
}

import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { EarlyScript } from '#ui/early-script.tsx'
import { type Captcha, unsolvedCaptcha } from '#ui/form/captcha.tsx'
import { LinkButton, UserBadge } from '#ui/form/form-parts.tsx'
import { useAccountRules } from '../account-rules.ts'
import {
  forgetSignUp,
  type NewSignUp,
  noteSignUp,
  parseSignUp,
  readSignUp,
  storageKey,
  watchSignUp,
} from '../client/new-sign-up.ts'
import { requestConfirmation } from '../client/sign-in.ts'

/*
 * Shows the note before the first paint, so that the form after it does not move. It imports nothing, since the page's
 * own script is not loaded yet. src/app/inline-scripts.ts lists it for the content security policy.
 */
export const showSignUpNote = import.meta.env.SSR
  ? `try{let s=document.currentScript.previousElementSibling
s.querySelector('h2+*>*').textContent=JSON.parse(sessionStorage.getItem('${storageKey}')).email;s.hidden=false}catch{}`
  : ''

const none: NewSignUp = { email: '\u00a0', sent: 0, againAt: 0 }

/**
 * What to do after signing up in this tab, until it signs in: the e-mail to open, another one, or another address. Hidden
 * on the server and without a sign-up.
 */
export function SignUpNote({ captcha }: { captcha: Captcha }) {
  const signUp = parseSignUp(useSyncExternalStore(watchSignUp, readSignUp, () => null))
  const { email, againAt } = signUp ?? none
  const navigate = useNavigate()
  const { unverifiedSignIn } = useAccountRules()
  const [message, setMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const seconds = useSecondsUntil(againAt)

  async function sendAgain() {
    if (isBusy || seconds > 0) return
    if (captcha.isOpen()) return setMessage(unsolvedCaptcha.form)
    setBusy(true)
    const { problem } = await requestConfirmation({ email, captchaToken: captcha.take() })
    setBusy(false)
    // Another tab may have sent one: the next is a minute away too.
    if (!problem || problem.code === 'over_email_send_rate_limit') noteSignUp(email)
    setMessage(problem ? problem.message : 'If this address still needs confirming, another e-mail is on its way.')
  }

  async function changeAddress() {
    await navigate('/signup', { state: { email } })
    forgetSignUp()
  }

  return (
    <>
      <section
        aria-labelledby="nearly-there"
        hidden={!signUp}
        suppressHydrationWarning
        className="mb-9 border-line border-b pb-7"
      >
        <h2 id="nearly-there" className="text-title leading-tight">
          Nearly there
        </h2>
        <UserBadge className="mt-4">
          <span suppressHydrationWarning>{email}</span>
        </UserBadge>
        <p className="measure mt-4">
          Open our e-mail to this address and confirm it: the link works for 24 hours.
          {unverifiedSignIn && ' You can sign in meanwhile; your orders appear once it is confirmed.'}
        </p>
        <p className="measure mt-2 text-ink-soft">
          Nothing after a minute or two? Look in your junk folder. If you already had an account, we don’t send an
          e-mail: just sign in below.
        </p>
        <p className="mt-2 flex flex-wrap gap-x-7">
          <LinkButton onClick={sendAgain} aria-disabled={isBusy || seconds > 0}>
            {isBusy ? 'Sending…' : 'Send it again'}
          </LinkButton>
          <LinkButton onClick={changeAddress}>Wrong address?</LinkButton>
        </p>
        <p className="min-h-[1lh] text-ink-soft text-small">
          {seconds > 0 && `You can send it again in ${waitWords(seconds)}.`}
        </p>
        <p role="status" className="mt-1 text-small empty:hidden">
          {message}
        </p>
      </section>
      <EarlyScript>{showSignUpNote}</EarlyScript>
    </>
  )
}

function waitWords(seconds: number): string {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
}

/** The seconds until a time, at each second; 0 once it is past. */
function useSecondsUntil(timeMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now)
  const seconds = Math.max(0, Math.ceil((timeMs - nowMs) / 1_000))
  useEffect(() => {
    setNowMs(Date.now())
    const timer = setInterval(() => {
      setNowMs(Date.now())
      if (Date.now() >= timeMs) clearInterval(timer)
    }, 1_000)
    return () => clearInterval(timer)
  }, [timeMs])
  return seconds
}

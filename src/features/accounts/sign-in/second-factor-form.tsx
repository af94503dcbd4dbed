import { useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { Button } from '#ui/button.tsx'
import { CodeField } from '#ui/code-field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { unsolvedCaptcha, useCaptcha } from '#ui/form/captcha.tsx'
import { LinkButton, PlainForm, SubmitButton } from '#ui/form/form-parts.tsx'
import { formErrors, usePlainForm } from '#ui/form/use-plain-form.ts'
import type { SignInSettings } from '../account-rules.ts'
import type { AuthResult } from '../client/auth-client.ts'
import { confirmAppCode, confirmPasskey, type PendingFactor, sendText, showTextCode } from '../client/second-factor.ts'

type Shown = { onShown(): Promise<void> }

/** The form for one of the account's second factors; the user can choose another one. */
export function SecondFactorForm({ factors, onShown }: { factors: PendingFactor[] } & Shown) {
  const [chosen, setChosen] = useState(factors[0]?.id)
  const factor = factors.find(({ id }) => id === chosen) ?? factors[0]
  if (!factor) return null
  const Ask = asks[factor.type]
  return (
    <div className="grid gap-y-6">
      <Ask key={factor.id} factor={factor} onShown={onShown} />
      {factors.length > 1 && (
        <ul aria-label="Other ways">
          {factors
            .filter(({ id }) => id !== factor.id)
            .map((other) => (
              <li key={other.id}>
                <LinkButton onClick={() => setChosen(other.id)}>{insteadWords(other)}</LinkButton>
              </li>
            ))}
        </ul>
      )}
    </div>
  )
}

const asks = { totp: AppCode, phone: TextCode, webauthn: Passkey } as const

function insteadWords({ type, name }: PendingFactor): string {
  const called = name ? ` “${name}”` : ''
  if (type === 'totp') return `Use a code from the app${called} instead`
  if (type === 'phone') return `Send a code to the phone${called} instead`
  return `Use the passkey${called} instead`
}

function AppCode({ factor, onShown }: { factor: PendingFactor } & Shown) {
  return (
    <CodeForm
      hint={factor.name ? `From the app “${factor.name}”.` : 'From the app on your phone.'}
      show={(code) => confirmAppCode(factor.id, code)}
      onShown={onShown}
    />
  )
}

function TextCode({ factor, onShown }: { factor: PendingFactor } & Shown) {
  const [challenge, setChallenge] = useState<string | null>(null)
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const root = useRouteLoaderData<{ captcha: SignInSettings['captcha'] }>('root')
  const captcha = useCaptcha(factor.isNew ? (root?.captcha ?? null) : null)

  async function send() {
    if (busy) return
    if (captcha.isOpen()) return setWrong(unsolvedCaptcha.form)
    setBusy(true)
    const { value, problem } = await sendText(factor.id, captcha.take())
    setWrong(problem?.message ?? '')
    if (value) setChallenge(value)
    setBusy(false)
  }

  // One tree for both steps: the captcha's element stays, and its next token is for another code.
  return (
    <div className="grid justify-items-start gap-y-4">
      {challenge ? (
        <div className="w-full">
          <CodeForm
            hint="We’ve just sent it to your phone."
            show={(code) => showTextCode(factor.id, challenge, code)}
            onShown={onShown}
          />
        </div>
      ) : (
        <p>We’ll send a six-digit code to your phone{factor.name && ` “${factor.name}”`}.</p>
      )}
      {captcha.place}
      <p role="alert" className="text-mulberry text-small empty:hidden">
        {wrong}
      </p>
      {challenge ? (
        <p>
          <LinkButton onClick={send}>Send another code</LinkButton>
        </p>
      ) : (
        <Button aria-disabled={busy} onClick={send} className="w-full sm:w-auto sm:min-w-56">
          {busy ? 'Sending…' : 'Send code'}
        </Button>
      )}
    </div>
  )
}

function Passkey({ factor, onShown }: { factor: PendingFactor } & Shown) {
  const form = useProofForm(() => confirmPasskey(factor.id), onShown)
  return (
    <PlainForm form={form}>
      <p>
        Your browser will ask for your passkey{factor.name && ` “${factor.name}”`}: your fingerprint, face, security key
        or this device.
      </p>
      <SubmitButton form={form} busy="Waiting…">
        Use the passkey
      </SubmitButton>
    </PlainForm>
  )
}

function CodeForm({ hint, show, onShown }: { hint: string; show(code: string): Promise<AuthResult<unknown>> } & Shown) {
  const form = useProofForm(show, onShown)
  return (
    <PlainForm form={form}>
      <CodeField
        label="Six-digit code"
        name="code"
        required
        minLength={6}
        hint={hint}
        error={form.errors.code}
        ref={focusNow}
      />
      <SubmitButton form={form} busy="Checking…">
        Continue
      </SubmitButton>
    </PlainForm>
  )
}

/** A form that shows one factor, and then calls `onShown`. */
function useProofForm(show: (code: string) => Promise<AuthResult<unknown>>, onShown: Shown['onShown']) {
  return usePlainForm<'code'>(async ({ code }) => {
    const { problem } = await show(code)
    if (problem) return formErrors(problem, ['code'])
    await onShown()
    return null
  })
}

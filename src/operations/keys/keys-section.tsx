import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { formatShopDate } from '#base/shop-time.ts'
import { accountProblem } from '#features/accounts/client/account-requests.ts'
import { ProofProvider, useProof } from '#features/accounts/page/proof.tsx'
import { useAccount } from '#features/accounts/use-account.ts'
import { call, RequestError, read } from '#platform/client/functions.ts'
import { refreshAlerts } from '#platform/client/query-client.ts'
import type { PostResponse } from '#platform/http/contract.ts'
import { stripeInfo } from '#platform/payments/stripe/stripe-info.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { Button } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Field } from '#ui/field.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { useQuestions } from '#ui/question-dialog.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { Keys } from './keys.contract.ts'

const keysKey = ['service-keys'] as const

/** The keys of Stripe: they are tried when they are saved, and never shown again. */
export function PaymentKeysSection() {
  return (
    <AccountSection
      id="payment-keys"
      title="Payments by Stripe"
      note="Stripe shows these keys to you alone. They are tried when you save them, stored encrypted, left out of backups that anyone could open, and never shown again."
    >
      <WithKeys>{(keys) => <PaymentKeys keys={keys} />}</WithKeys>
    </AccountSection>
  )
}

/** The mail server that e-mails go through. */
export function MailServerSection() {
  return (
    <AccountSection
      id="mail-server"
      title="Mail server"
      note="The shop’s e-mails go through a mail server: that of your e-mail provider, or of a service such as Postmark or Amazon SES. Its password is stored encrypted and never shown again."
    >
      <WithKeys>{(keys) => <MailServer keys={keys} />}</WithKeys>
    </AccountSection>
  )
}

function WithKeys({ children }: { children: (keys: Keys) => ReactNode }) {
  const { state } = useAccount()
  const { data, error, refetch } = useQuery({ queryKey: keysKey, queryFn: () => read('service-keys') })
  if (!data && error) return <CouldNotLoad problem="The keys couldn’t be looked up." onRetry={() => void refetch()} />
  if (!data || typeof state === 'string') return <LoadingSkeleton label="Loading" count={2} />
  return <ProofProvider account={state}>{children(data)}</ProofProvider>
}

/** Puts what a change answered in the place of what was read, and reads again what depends on it. */
function useSaved(): (keys: Keys) => void {
  const client = useQueryClient()
  return (keys) => {
    client.setQueryData(keysKey, keys)
    void client.invalidateQueries({ queryKey: ['rehearsal'] })
    void refreshAlerts()
  }
}

function PaymentKeys({ keys }: { keys: Keys }) {
  const { payments, live } = keys
  const [typing, setTyping] = useState(false)
  const prove = useProof()
  const saved = useSaved()
  const { ask, dialog } = useQuestions()

  if (payments.from === 'server')
    return <p>The keys are set on the server as STRIPE_SECRET_KEY, and are changed there.</p>

  async function save(typed: Record<string, string>, other_account = false): Promise<boolean> {
    const [secret_key = '', webhook_secret = ''] = [typed.secret_key, typed.webhook_secret]
    let answer: PostResponse<'stripe-keys'> | null
    try {
      answer = await prove(() => call('stripe-keys', { secret_key, webhook_secret, other_account }))
    } catch (error) {
      if (!(error instanceof RequestError && error.code === 'other_account')) throw error
      const choices = [{ id: 'save', label: 'Use the other account' }] as const
      const isWanted = await ask({ title: 'Another Stripe account?', body: [error.message], choices })
      return isWanted ? save(typed, true) : false
    }
    if (!answer) return false
    const { takes_payments, ...rest } = answer
    saved(rest)
    const description =
      takes_payments === false
        ? 'Stripe accepts the key, but has not activated payments for your account yet: finish its questions there.'
        : 'Stripe accepts the key.'
    void toast({ title: 'Saved', description, tone: 'success', about: 'payment-keys' })
    setTyping(false)
    return true
  }

  const pairs = [
    {
      service: 'stripe_test',
      name: 'Test keys',
      of: payments.test,
      use: live ? 'Not used: this shop is live.' : 'Payments go to Stripe, and no money moves.',
    },
    {
      service: 'stripe_live',
      name: 'Live keys',
      of: payments.live,
      use: live ? 'In use: payments are real.' : 'Kept for the day this shop goes live.',
    },
  ] as const
  return (
    <>
      <dl className="border-line border-t">
        {pairs.map(({ service, name, of, use }) => (
          <div
            key={service}
            className="grid gap-x-6 gap-y-1 border-line border-b py-3 sm:grid-cols-[7rem_1fr_auto] sm:items-baseline"
          >
            <dt className="font-medium">{name}</dt>
            <dd className="wrap-any">
              {of ? <SavedLine of={of} use={use} /> : 'Not saved'}
              {of?.account && <span className="block text-ink-soft text-small">Account {of.account}</span>}
            </dd>
            {of && !(live && service === 'stripe_live') && <RemoveKeys service={service} name={name} />}
          </div>
        ))}
      </dl>
      {payments.from === 'none' && (
        <p className="pt-4">Until keys are saved, payments are simulated: any order can be paid with a test card.</p>
      )}
      {typing ? (
        <>
          <WebhookSteps address={payments.webhook_address} />
          <KeyForm
            label="Keys of Stripe"
            busyLabel="Asking Stripe…"
            fields={[
              {
                name: 'secret_key',
                label: 'Secret key',
                hint: 'In Stripe: Developers, API keys. It begins with sk_test_ for a trial, with sk_live_ or rk_live_ for real payments.',
              },
              {
                name: 'webhook_secret',
                label: 'Signing secret of the webhook',
                hint: 'It begins with whsec_. While you replace one, both with a space between.',
              },
            ]}
            send={save}
            onCancel={() => setTyping(false)}
          />
        </>
      ) : (
        <Button tone="line" className="mt-6 max-sm:w-full" onClick={() => setTyping(true)}>
          {payments.test || payments.live ? 'Save other keys' : 'Enter the keys'}
        </Button>
      )}
      {dialog}
    </>
  )
}

/** What the owner does at Stripe before there is a signing secret. */
function WebhookSteps({ address }: { address: string }) {
  return (
    <div className="mt-6 max-w-[38em]">
      <p>
        Stripe tells the shop of each payment at an address that you add there once: Developers, Webhooks, Add
        destination.
      </p>
      <p className="wrap-any mt-2">
        Address: <code>{address}</code>
      </p>
      <details className="mt-2">
        <summary className="min-h-11 cursor-pointer py-2 text-mulberry">
          <span className="link">Events to choose</span>
        </summary>
        <ul className="wrap-any columns-1 text-small sm:columns-2">
          {Object.values(stripeInfo.eventTypes)
            .flat()
            .map((type) => (
              <li key={type}>
                <code>{type}</code>
              </li>
            ))}
        </ul>
      </details>
    </div>
  )
}

function MailServer({ keys: { mail, live } }: { keys: Keys }) {
  const [typing, setTyping] = useState(false)
  const prove = useProof()
  const saved = useSaved()
  if (mail.from === 'server')
    return <p>The mail server is set on the server as SMTP_URL, and is changed there. Sender: {mail.sender}</p>

  async function save({ host = '', port = '', user = '', password = '' }: Record<string, string>): Promise<boolean> {
    const answer = await prove(() => call('mail-server', { host, port: Number(port), user, password }))
    if (!answer) return false
    saved(answer)
    void toast({ title: 'Saved', description: 'The server accepts the login.', tone: 'success', about: 'mail-server' })
    setTyping(false)
    return true
  }

  return (
    <>
      <dl className="border-line border-t">
        <div className="grid gap-x-6 gap-y-1 border-line border-b py-3 sm:grid-cols-[7rem_1fr_auto] sm:items-baseline">
          <dt className="font-medium">Server</dt>
          <dd className="wrap-any">
            {mail.saved ? (
              <SavedLine of={mail.saved} use={`E-mails go through ${mail.saved.host}.`} />
            ) : (
              'Not saved: e-mails stay in the shop’s own mailbox.'
            )}
          </dd>
          {mail.saved && !live && <RemoveKeys service="mail" name="Mail server" />}
        </div>
        <div className="grid gap-x-6 gap-y-1 border-line border-b py-3 sm:grid-cols-[7rem_1fr_auto] sm:items-baseline">
          <dt className="font-medium">Sender</dt>
          <dd className="wrap-any">{mail.sender}</dd>
        </div>
      </dl>
      {typing ? (
        <KeyForm
          label="Mail server"
          busyLabel="Trying the login…"
          initial={{ port: '587' }}
          fields={[
            {
              name: 'host',
              label: 'Server',
              hint: 'Such as smtp.example.com: your provider’s help has it under “SMTP”.',
            },
            { name: 'port', label: 'Port', hint: 'Mostly 587, or 465.', inputMode: 'numeric' },
            { name: 'user', label: 'User name', hint: 'Often your e-mail address.' },
            { name: 'password', label: 'Password', hint: 'With many providers an app password.', type: 'password' },
          ]}
          send={save}
          onCancel={() => setTyping(false)}
        />
      ) : (
        <Button tone="line" className="mt-6 max-sm:w-full" onClick={() => setTyping(true)}>
          {mail.saved ? 'Save another server' : 'Enter the mail server'}
        </Button>
      )}
    </>
  )
}

function SavedLine({ of, use }: { of: { saved_at: string; readable: boolean }; use: string }) {
  if (!of.readable) return <>Saved, but it can’t be read since the server’s JWT_SECRET changed. Please save it again.</>
  return (
    <>
      Saved on {formatShopDate(of.saved_at)}
      <span className="block text-ink-soft text-small">{use}</span>
    </>
  )
}

function RemoveKeys({ service, name }: { service: 'stripe_test' | 'stripe_live' | 'mail'; name: string }) {
  const prove = useProof()
  const saved = useSaved()
  const { ask, dialog } = useQuestions()
  const { mutate, isPending } = useMutation({
    mutationFn: () => prove(() => call('remove-service-keys', { service })),
    onSuccess(keys) {
      if (keys) saved(keys)
    },
    onError(error) {
      const { problem } = accountProblem(error)
      void toast({ title: 'Not removed', description: problem, tone: 'error', about: `keys-${service}` })
    },
  })
  async function remove() {
    const choices = [{ id: 'remove', label: 'Remove' }] as const
    const body = ['The shop can’t show it to you again: keep it elsewhere if you still need it.']
    if (await ask({ title: `Remove: ${name}?`, body, choices })) mutate()
  }
  return (
    <>
      <TextButton aria-label={`Remove: ${name}`} aria-disabled={isPending} onClick={() => !isPending && void remove()}>
        Remove
      </TextButton>
      {dialog}
    </>
  )
}

type KeyField = { name: string; label: string; hint: string; type?: 'password'; inputMode?: 'numeric' }

/** A form of keys. `send` gives false where nothing was saved; an error is shown at the field that the server names. */
function KeyForm({
  label,
  busyLabel,
  fields,
  initial = {},
  send,
  onCancel,
}: {
  label: string
  busyLabel: string
  fields: readonly KeyField[]
  initial?: Record<string, string>
  send: (typed: Record<string, string>) => Promise<boolean>
  onCancel: () => void
}) {
  const [typed, setTyped] = useState(initial)
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: () => send(typed) })
  const refused = error && refusedField(error)
  // What concerns no field of the form is shown at the first.
  const isOfField = fields.some(({ name }) => name === refused?.path)
  const problem = error && (isOfField ? refused : { path: fields[0]?.name, message: accountProblem(error).problem })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isPending) mutate()
  }

  return (
    <form onSubmit={submit} noValidate aria-label={label} className="mt-6 grid max-w-[30rem] gap-y-6">
      {fields.map(({ name, ...field }) => (
        <Field
          key={name}
          name={name}
          {...field}
          value={typed[name] ?? ''}
          onChange={({ target }) => {
            setTyped({ ...typed, [name]: target.value })
            reset()
          }}
          error={problem?.path === name ? problem.message : undefined}
          autoComplete={field.type === 'password' ? 'new-password' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
        />
      ))}
      <p className="flex flex-wrap items-center gap-x-7 gap-y-2">
        <Button type="submit" aria-disabled={isPending} className="max-sm:w-full">
          {isPending ? busyLabel : 'Save'}
        </Button>
        <TextButton onClick={onCancel}>Cancel</TextButton>
      </p>
    </form>
  )
}

/** The first field that the server refuses. */
function refusedField(error: Error): { path: string; message: string } | null {
  const details = error instanceof RequestError && Array.isArray(error.details) ? error.details : []
  return details[0] ?? null
}

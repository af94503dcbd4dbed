import { X } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { loadBackend } from '#platform/client/backend-client.ts'
import { call } from '#platform/client/functions.ts'
import { FormActions } from '#ui/form-actions.tsx'
import { useLayer } from '#ui/layers.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { Rule } from '#ui/rule.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { accountProblem, type Proof } from '../client/account-requests.ts'
import { claimsIn } from '../client/auth-client.ts'
import { signOut } from '../client/sign-out.ts'
import { type Account, factorsOf } from '../use-account.ts'
import { useAccountForm } from '../use-account-form.ts'
import { FactorProof } from './factor-proof.tsx'

type Ask = (needs: Proof) => Promise<boolean>

const ProofContext = createContext<Ask | null>(null)

/** Lets its children open a dialog for a second factor or a new sign-in before an action. */
export function ProofProvider({ account, children }: { account: Account; children: ReactNode }) {
  const [request, setRequest] = useState<{ needs: Proof; answer: (shown: boolean) => void } | null>(null)

  function ask(needs: Proof): Promise<boolean> {
    return new Promise((resolve) => setRequest({ needs, answer: resolve }))
  }

  function finish(shown: boolean) {
    request?.answer(shown)
    setRequest(null)
  }

  return (
    <ProofContext value={ask}>
      {children}
      {request && <ProofDialog account={account} needs={request.needs} onFinish={finish} />}
    </ProofContext>
  )
}

/** The server never needs more proofs in a row; beyond this number something is wrong. */
const maxProofs = 3

/**
 * Runs an action; if the server requires a proof, opens its dialog and runs the action again. Null if the user cancels
 * the dialog: the action has not happened and needs no message. Throws any other error of the action.
 */
export function useProof(): <Value extends object>(work: () => Promise<Value>) => Promise<Value | null> {
  const ask = useContext(ProofContext)
  if (!ask) throw new Error('useProof needs a ProofProvider above it')
  return async (work) => {
    for (let proofs = 0; ; proofs += 1) {
      try {
        return await work()
      } catch (error) {
        const { needs } = accountProblem(error)
        if (!needs || proofs === maxProofs) throw error
        if (!(await ask(needs))) return null
      }
    }
  }
}

/** The dialog for a proof. Escape, Back and the close button cancel it. */
function ProofDialog({
  account,
  needs,
  onFinish,
}: {
  account: Account
  needs: Proof
  onFinish: (shown: boolean) => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayer(true, () => close(false))
  const factors = factorsOf(account.user)
  // Confirming a second factor also counts as a new sign-in.
  const byFactor = factors.length > 0

  useEffect(() => {
    dialog.current?.showModal()
    // The first field gets the focus, not the close button.
    dialog.current?.querySelector<HTMLElement>('form input:not([type=hidden]), form button')?.focus()
  }, [])

  function close(shown: boolean) {
    dialog.current?.close()
    onFinish(shown)
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby="proof-title"
      onCancel={(event) => {
        event.preventDefault()
        close(false)
      }}
      className="m-auto w-[min(30rem,calc(100vw-2rem))] bg-paper px-6 py-6 text-ink shadow-dialog outline-none backdrop:bg-veil sm:px-9 sm:py-8"
    >
      <div className="flex items-start justify-between gap-x-4">
        <h2 id="proof-title" className="text-title leading-tight">
          First, confirm it’s you
        </h2>
        <button
          type="button"
          aria-label="Close"
          onClick={() => close(false)}
          className="-mt-1 -mr-3 inline-flex size-11 shrink-0 items-center justify-center hover:text-mulberry"
        >
          <X aria-hidden="true" strokeWidth={1.25} className="size-6" />
        </button>
      </div>
      <Rule className="mt-5 text-mulberry/60" />
      {byFactor ? (
        <FactorProof factors={factors} needs={needs} onShown={async () => close(true)} />
      ) : (
        <PasswordProof account={account} onShown={async () => close(true)} />
      )}
    </dialog>
  )
}

/** The form for the password. A user without a password signs out and signs in again as before. */
function PasswordProof({ account: { user }, onShown }: { account: Account; onShown: () => void }) {
  const navigate = useNavigate()
  const { busy, onSubmit, field } = useAccountForm({
    initial: { password: '' },
    async send({ password }) {
      await signInAgain({ email: user.email ?? '', password })
      onShown()
    },
  })

  async function leave() {
    await signOut()
    await navigate('/login')
  }

  return (
    <>
      <p className="mt-5 text-ink-soft">
        You signed in a while ago. Please enter your password to confirm it’s still you.
      </p>
      <form onSubmit={onSubmit} className="mt-6 grid gap-y-6">
        <input type="hidden" name="username" autoComplete="username" value={user.email ?? ''} readOnly />
        <PasswordField label="Password" {...field('password')} required autoComplete="current-password" />
        <FormActions label="Confirm" busyLabel="Checking…" busy={busy} />
      </form>
      <TextButton onClick={leave} className="mt-4">
        Sign in another way instead
      </TextButton>
    </>
  )
}

/** Signs in again with the password. Ends the previous session, so that the account does not collect sessions. */
async function signInAgain(typed: { email: string; password: string }): Promise<void> {
  const { auth } = await loadBackend()
  const { data: before } = await auth.getSession()
  const { error } = await auth.signInWithPassword(typed)
  if (error) throw error
  const { session_id: former } = claimsIn(before.session?.access_token ?? '')
  // If that fails the previous session stays in the list, where the user can end it.
  if (typeof former === 'string') await call('end-session', { id: former }).catch(() => undefined)
}

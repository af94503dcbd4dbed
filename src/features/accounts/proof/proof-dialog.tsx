import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Rule } from '#ui/rule.tsx'
import type { Proof } from '../client/account-requests.ts'
import { type Account, factorsOf } from '../use-account.ts'
import { FactorProof } from './factor-proof.tsx'
import { PasswordProof } from './password-proof.tsx'

/** The dialog for a proof. Escape and the close button cancel it. */
export function ProofDialog({
  account,
  needs,
  onFinish,
}: {
  account: Account
  needs: Proof
  onFinish: (shown: boolean) => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
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

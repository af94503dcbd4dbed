import type { Factor } from '@supabase/supabase-js'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '#base/visitor-time.ts'
import { focusSection } from '#ui/account-section.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { accountProblem, callAccount } from '../client/account-requests.ts'
import { useProof } from '../proof/proof.tsx'
import { factorKind, factorName } from './factor-names.ts'

/** One second factor. Removing it needs a confirmation, and a proof if this session has not given one. */
export function FactorItem({ factor, onRemoved }: { factor: Factor; onRemoved: (name: string) => Promise<void> }) {
  const prove = useProof()
  const [isConfirming, setConfirming] = useState(false)
  const name = factorName(factor)

  const { mutate: remove, isPending: busy } = useMutation({
    mutationFn: () => prove(() => callAccount(({ auth }) => auth.mfa.unenroll({ factorId: factor.id }))),
    onError: (error) => toast({ title: 'Not removed', description: accountProblem(error).problem, tone: 'error' }),
    onSuccess: (removed) => removed && onRemoved(name),
  })

  function keep() {
    setConfirming(false)
    focusSection('factors')
  }

  return (
    <li className="items-baseline justify-between gap-x-8 border-line border-b py-3 first:pt-0 sm:flex">
      <div className="min-w-0">
        <p className="wrap-any font-serif text-name leading-tight">{name}</p>
        <p className="text-ink-soft text-small">
          {name === factorKind(factor) ? '' : `${factorKind(factor)}, `}since {formatDate(factor.created_at)}
        </p>
      </div>
      {isConfirming ? (
        <p className="flex flex-wrap items-center gap-x-6">
          <TextButton ref={focusNow} onClick={() => !busy && remove()} aria-disabled={busy}>
            {busy ? 'Removing…' : `Yes, remove ${name}`}
          </TextButton>
          <TextButton onClick={keep}>Keep it</TextButton>
        </p>
      ) : (
        <TextButton onClick={() => setConfirming(true)} aria-label={`Remove ${name}`}>
          Remove
        </TextButton>
      )}
    </li>
  )
}

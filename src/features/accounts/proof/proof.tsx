import { createContext, type ReactNode, useContext, useState } from 'react'
import { accountProblem, type Proof } from '../client/account-requests.ts'
import type { Account } from '../use-account.ts'
import { ProofDialog } from './proof-dialog.tsx'

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

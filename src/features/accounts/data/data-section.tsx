import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/client/functions.ts'
import { saveFile } from '#platform/client/save-file.ts'
import { shop } from '#shop'
import { AccountSection, focusSection } from '#ui/account-section.tsx'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { accountProblem } from '../client/account-requests.ts'
import { useProof } from '../proof/proof.tsx'
import type { Account } from '../use-account.ts'
import { EraseForm } from './erase-form.tsx'

/** The section to download a copy of the personal data and to delete the account. */
export function DataSection({ account, onErased }: { account: Account; onErased: () => void }) {
  const prove = useProof()
  const [erasing, setErasing] = useState(false)

  const { mutate: download, isPending: busy } = useMutation({
    mutationFn: () => prove(() => call('export-my-data')),
    onError: (error) => toast({ title: 'No file saved', description: accountProblem(error).problem, tone: 'error' }),
    async onSuccess(data) {
      if (!data) return
      const name = `${shop.shortName}-my-data-${new Date().toISOString().slice(0, 10)}.json`
      saveFile(name, JSON.stringify(data, null, 2), 'application/json')
      await toast({
        title: 'Your copy is ready',
        description: `${name} has been saved on this device.`,
        tone: 'success',
      })
    },
  })

  function leave() {
    setErasing(false)
    focusSection('data')
  }

  return (
    <AccountSection
      id="data"
      title="Your data"
      note={
        <>
          What we keep and why is explained in the{' '}
          <Link to="/privacy-policy" className="link">
            Privacy Policy
          </Link>
          .
        </>
      }
    >
      <p className="max-w-[34em]">
        Everything we hold about you in one file: your account, sign-ins, orders and e-mails.
      </p>
      <TextButton onClick={() => !busy && download()} aria-disabled={busy}>
        {busy ? 'Preparing your file…' : 'Download my data'}
      </TextButton>
      <p className="mt-5 max-w-[34em]">
        Or close your account for good. Tax law requires us to keep orders for six years; we delete everything else at
        once.
      </p>
      {erasing ? (
        <EraseForm account={account} onErased={onErased} onCancel={leave} />
      ) : (
        <TextButton onClick={() => setErasing(true)}>Erase my account</TextButton>
      )}
    </AccountSection>
  )
}

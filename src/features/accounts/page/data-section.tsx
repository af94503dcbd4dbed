import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { shopDate } from '#base/shop-clock.ts'
import { call } from '#platform/client/functions.ts'
import { saveFile } from '#platform/client/save-file.ts'
import { shop } from '#shop'
import { AccountSection, focusSection } from '#ui/account-section.tsx'
import { Field } from '#ui/field.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { accountProblem } from '../client/account-requests.ts'
import type { Account } from '../use-account.ts'
import { type ChangeProps, useAccountForm } from '../use-account-form.ts'
import { useProof } from './proof.tsx'

/** The section to download a copy of the personal data and to delete the account. */
export function DataSection({ account, onErased }: { account: Account; onErased: () => void }) {
  const prove = useProof()
  const [erasing, setErasing] = useState(false)

  const { mutate: download, isPending: busy } = useMutation({
    mutationFn: () => prove(() => call('export-my-data')),
    onError: (error) => toast({ title: 'No file saved', description: accountProblem(error).problem, tone: 'error' }),
    async onSuccess(data) {
      if (!data) return
      const name = `${shop.shortName}-my-data-${shopDate(new Date())}.json`
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
        <EraseForm account={account} onDone={onErased} onCancel={leave} />
      ) : (
        <TextButton onClick={() => setErasing(true)}>Erase my account</TextButton>
      )}
    </AccountSection>
  )
}

/** The last confirmation: the user types the account's e-mail address. */
function EraseForm({ account: { user }, onDone, onCancel }: ChangeProps) {
  const prove = useProof()
  const toType = user.email || 'erase'
  const { busy, onSubmit, field } = useAccountForm({
    initial: { confirm: '' },
    async send({ confirm }) {
      if (await prove(() => call('erase-my-account', { confirm }))) await onDone()
    },
  })
  const isOwn = (confirm: string) =>
    confirm.trim().toLowerCase() === toType.toLowerCase() || 'That isn’t the address of this account.'
  return (
    <form onSubmit={onSubmit} className="mt-5 grid max-w-[34rem] gap-y-6 border-mulberry border-l-2 pl-5 sm:pl-7">
      <div>
        <h3 className="text-name leading-tight">This can’t be undone</h3>
        <ul className="mt-3 list-disc space-y-1.5 pl-5 text-ink-soft marker:text-mulberry">
          <li>
            We delete your account, your second steps, all sign-ins, your place on our e-mail list and the e-mails we
            sent you.
          </li>
          <li>We keep paid orders, with their name, address and e-mails, for six years after the tax year.</li>
          <li>
            We’ll still send any order you have with us, and delete its measurements a month later. You can’t see it
            here any more, but the link in its e-mails still works.
          </li>
        </ul>
      </div>
      <Field
        label="To confirm"
        hint={`Please type ${toType}`}
        {...field('confirm', isOwn)}
        type={user.email ? 'email' : 'text'}
        required
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
      />
      <FormActions label="Erase my account" busyLabel="Erasing…" busy={busy} onCancel={onCancel} />
    </form>
  )
}

import { call } from '#platform/client/functions.ts'
import { Field } from '#ui/field.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { useProof } from '../proof/proof.tsx'
import type { Account } from '../use-account.ts'
import { useAccountForm } from '../use-account-form.ts'

/** The last confirmation: the user types the account's e-mail address. */
export function EraseForm({
  account: { user },
  onErased,
  onCancel,
}: {
  account: Account
  onErased: () => void
  onCancel: () => void
}) {
  const prove = useProof()
  const toType = user.email || 'erase'
  const { busy, onSubmit, field } = useAccountForm({
    initial: { confirm: '' },
    async send({ confirm }) {
      if (await prove(() => call('erase-my-account', { confirm }))) onErased()
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
            We’ll still send any order you have with us. You can’t see it here any more, but the link in its e-mails
            still works.
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

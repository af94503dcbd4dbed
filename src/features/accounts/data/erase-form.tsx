import { callFunction } from '#platform/client/functions.ts'
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
      if (await prove(() => callFunction<object>('erase-my-account', { confirm }))) onErased()
    },
  })
  const isOwn = (confirm: string) =>
    confirm.trim().toLowerCase() === toType.toLowerCase() || 'That is not the address of this account.'
  return (
    <form onSubmit={onSubmit} className="mt-5 grid max-w-[34rem] gap-y-6 border-mulberry border-l-2 pl-5 sm:pl-7">
      <div>
        <h3 className="text-name leading-tight">This cannot be undone</h3>
        <ul className="mt-3 list-disc space-y-1.5 pl-5 text-ink-soft marker:text-mulberry">
          <li>
            Gone: your account, your second factors, every sign-in, your place on the launch list, letters to you.
          </li>
          <li>Kept for six years after the tax year: paid orders with their name, address and letters.</li>
          <li>An order on its way still comes to you; write to us about it, for you cannot follow it here.</li>
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

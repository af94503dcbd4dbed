import { readTypedEmail } from '#platform/text/typed-text.ts'
import { EmailField } from '#ui/field.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { toast } from '#ui/toast.ts'
import { callAccount } from '../client/account-requests.ts'
import { useProof } from '../proof/proof.tsx'
import { useAccountForm } from '../use-account-form.ts'
import { emailRedirectUrl } from './email-redirect.ts'

const both = 'We’ll e-mail a link to both addresses. Your address changes once you’ve confirmed both.'
const one = 'We’ll e-mail a link to it. Your address changes once you’ve confirmed it.'

/** The form for another e-mail address. The address changes only after the links in the e-mails are confirmed. */
export function ChangeEmail({
  current,
  isVerified,
  onDone,
  onCancel,
}: {
  current: string
  isVerified: boolean
  onDone: () => Promise<void>
  onCancel: () => void
}) {
  const prove = useProof()
  const { busy, onSubmit, field } = useAccountForm({
    initial: { email: '' },
    async send(typed) {
      const email = readTypedEmail(typed.email)
      const changed = await prove(() =>
        callAccount(({ auth }) => auth.updateUser({ email }, { emailRedirectTo: emailRedirectUrl() })),
      )
      if (!changed) return
      await onDone()
      await toast({
        title: 'One more step',
        description: isVerified
          ? `Please follow the links we’ve e-mailed to ${current} and ${email}.`
          : `Please follow the link we’ve e-mailed to ${email}.`,
        tone: 'success',
      })
    },
  })
  const isOther = (email: string) =>
    readTypedEmail(email).toLowerCase() !== current.toLowerCase() || 'That’s already your address.'
  return (
    <form onSubmit={onSubmit} className="mt-6 grid max-w-[30rem] gap-y-6">
      <EmailField label="New address" {...field('email', isOther)} hint={isVerified ? both : one} />
      <FormActions label="Change" busyLabel="Sending…" busy={busy} onCancel={onCancel} />
    </form>
  )
}

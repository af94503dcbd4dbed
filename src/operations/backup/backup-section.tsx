import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { shopToday } from '#admin/shop-now.ts'
import { formatLately } from '#base/visitor-time.ts'
import { accountProblem } from '#features/accounts/client/account-requests.ts'
import { ProofProvider, useProof } from '#features/accounts/page/proof.tsx'
import { useAccount } from '#features/accounts/use-account.ts'
import { useAccountForm } from '#features/accounts/use-account-form.ts'
import { call, read } from '#platform/client/functions.ts'
import { saveFile } from '#platform/client/save-file.ts'
import { FormActions } from '#ui/form-actions.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'
import type { BackupResponse } from './backup.contract.ts'
import { minBackupPassword } from './backup-password.ts'

/** A large backup over a slow line takes long. */
const downloadTimeoutMs = 3_600_000

export const backupQuery = queryOptions({ queryKey: ['backup'], queryFn: () => read('backup') })

/** When the last backup was made, and its download. `now` is the server's. */
export function BackupSection({ now }: { now: Date }) {
  const { state } = useAccount()
  const { data, error } = useQuery(backupQuery)
  useEffect(prepareToasts, [])
  return (
    <section aria-labelledby="backup" className="mt-10 border-line border-t pt-5">
      <h2 id="backup" className="text-name leading-tight">
        Backup
      </h2>
      {error && <p className="mt-2 text-ink-soft">The backups couldn’t be looked up. {error.message}</p>}
      {data && <p className="mt-2 text-ink-soft">{whenMade(data, now)}</p>}
      {data?.newest && typeof state !== 'string' && (
        <ProofProvider account={state}>
          <Download isEncrypted={data.newest.is_encrypted} />
        </ProofProvider>
      )}
    </section>
  )
}

function whenMade({ newest, is_daily }: BackupResponse, now: Date): string {
  if (newest) return `The last one was made ${formatLately(newest.taken_at, now)} (${sizeOf(newest.size_bytes)}).`
  return is_daily
    ? 'There is none yet. The shop makes one each day, the first when it is an hour old.'
    : 'The shop makes none itself.'
}

function sizeOf(bytes: number): string {
  const megabytes = Math.max(bytes / 1_000_000, 0.1)
  return megabytes < 10 ? `${megabytes.toFixed(1)} MB` : `${Math.round(megabytes)} MB`
}

function Download({ isEncrypted }: { isEncrypted: boolean }) {
  const prove = useProof()
  const [choosing, setChoosing] = useState(false)

  async function download(password?: string): Promise<void> {
    const file = await prove(() => call('download-backup', { password }, { timeoutMs: downloadTimeoutMs }))
    if (!file) return
    const name = `shop-backup-${shopToday()}.tar.zst.age`
    saveFile(name, file)
    setChoosing(false)
    const title = 'The backup is saved'
    await toast({
      title,
      description: `${name} is on this device. Without its password it can’t be read.`,
      tone: 'success',
    })
  }

  const { mutate, isPending: busy } = useMutation({
    mutationFn: () => download(),
    onError: (error) => toast({ title: 'No file saved', description: accountProblem(error).problem, tone: 'error' }),
  })

  if (choosing) return <PasswordForm download={download} onCancel={() => setChoosing(false)} />
  return (
    <p className="mt-1">
      <TextButton onClick={() => (isEncrypted ? !busy && mutate() : setChoosing(true))} aria-disabled={busy}>
        {busy ? 'Downloading…' : 'Download it'}
      </TextButton>
    </p>
  )
}

type FormProps = { download: (password: string) => Promise<void>; onCancel: () => void }

/** A backup holds all customers: it leaves the server encrypted, here with a password that she chooses. */
function PasswordForm({ download, onCancel }: FormProps) {
  const { busy, onSubmit, field } = useAccountForm({
    initial: { password: '' },
    send: ({ password }) => download(password),
  })
  const isLong = (password: string) =>
    password.length >= minBackupPassword || `Please choose at least ${minBackupPassword} characters.`
  return (
    <form onSubmit={onSubmit} aria-label="Download the backup" className="mt-4 grid max-w-[34rem] gap-y-6">
      <PasswordField
        label="A password for the file"
        hint="The file holds your customers and orders, so it is encrypted. You need this password to restore it, and it can’t be reset."
        autoComplete="new-password"
        {...field('password', isLong)}
      />
      <FormActions label="Download it" busyLabel="Downloading…" busy={busy} onCancel={onCancel} />
    </form>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { DraftOffer } from '#admin/draft-offer.tsx'
import { SaveButton, SettingConflict, useSettingForm } from '#features/settings/admin/setting-form.tsx'
import { call, read, toRequestError } from '#platform/client/functions.ts'
import { readTypedEmail } from '#platform/text/typed-text.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { EmailField } from '#ui/field.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'
import type { OwnerEmails } from '../owner-emails.contract.ts'

/** The setting for e-mails to the owner. */
export function OwnerEmailsSection() {
  const { data: held, error, refetch } = useOwnerEmailSetting()
  useEffect(prepareToasts, [])
  return (
    <AccountSection
      id="owner-emails"
      title="E-mails to you"
      note="One for each paid order and each payment that needs your attention. After twenty in an hour, one e-mail sums up the rest, so your customers’ e-mails never wait for yours."
    >
      {held ? (
        <WhereTo held={held} />
      ) : error ? (
        <CouldNotLoad problem={`This couldn’t be loaded. ${error.message}`} onRetry={refetch} />
      ) : (
        <LoadingSkeleton label="Loading" count={2} />
      )}
    </AccountSection>
  )
}

const ways = [
  { id: 'shop', words: (held: OwnerEmails) => `To the shop’s address: ${held.shop}` },
  { id: 'other', words: () => 'To another address' },
  { id: 'off', words: () => 'None' },
] as const
type Way = (typeof ways)[number]['id']

function labelOf(way: Way, held: OwnerEmails): string {
  return ways.find(({ id }) => id === way)?.words(held) ?? ''
}

/** The form's values; `address` counts for 'other' only. */
type Choice = { way: Way; address: string }

function choiceOf({ to }: OwnerEmails): Choice {
  if (to === null || to === 'off') return { way: to === null ? 'shop' : 'off', address: '' }
  return { way: 'other', address: to }
}

function addressOf({ way, address }: Choice): string | null {
  return way === 'shop' ? null : way === 'off' ? 'off' : readTypedEmail(address)
}

function WhereTo({ held }: { held: OwnerEmails }) {
  const save = useSaveOwnerEmailSetting()
  const form = useSettingForm<Choice>(choiceOf(held), (choice) => save(addressOf(choice)), {
    name: 'owner_emails',
    version: held.version,
  })
  const { way, address } = form.value
  const { problem } = form
  const isChanged = addressOf(form.value) !== held.to
  const words = (choice: Choice) => (choice.way === 'other' ? choice.address : labelOf(choice.way, held))

  return (
    <form onSubmit={form.submit} noValidate className="grid max-w-[46rem] gap-y-4">
      <DraftOffer draft={form.draft} />
      <fieldset>
        <legend className="label text-ink-soft">Send them to</legend>
        {ways.map(({ id, words }) => (
          <label key={id} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="owner-emails"
              value={id}
              checked={way === id}
              onChange={() => form.type({ way: id, address })}
              className="size-4.5 shrink-0 accent-mulberry"
            />
            <span className="wrap-any min-w-0">{words(held)}</span>
          </label>
        ))}
      </fieldset>
      {way === 'other' && (
        <EmailField
          label="Address"
          name="address"
          value={address}
          onChange={({ target }) => form.type({ way, address: target.value })}
          error={problem}
          className="max-w-[30rem]"
        />
      )}
      {way !== 'other' && problem && (
        <p role="alert" className="text-mulberry text-small">
          {problem}
        </p>
      )}
      <SettingConflict form={form} label="Send them to" describe={words} />
      <div className="mt-2">
        <SaveButton busy={form.busy} isChanged={isChanged} />
      </div>
    </form>
  )
}

const ownerEmailsKey = ['owner-emails'] as const

/** The address for e-mails to the owner. */
function useOwnerEmailSetting() {
  return useQuery({
    queryKey: ownerEmailsKey,
    queryFn: () => read('owner-emails'),
    refetchOnWindowFocus: false,
  })
}

/** Saves the address. Throws a `RequestError`; its code is `conflict` where someone else saved first. */
function useSaveOwnerEmailSetting() {
  const client = useQueryClient()
  return async (to: string | null) => {
    const version = client.getQueryData<OwnerEmails>(ownerEmailsKey)?.version ?? null
    try {
      const saved = await call('owner-emails', { to, version })
      client.setQueryData(ownerEmailsKey, saved)
      const address = saved.to ?? saved.shop
      const description = saved.to === 'off' ? 'You won’t get e-mails about orders.' : `To ${address}.`
      void toast({ title: 'Saved', description, tone: 'success', about: 'owner-emails' })
    } catch (error) {
      const { code, isUnreachable } = toRequestError(error)
      // Without a response the change may have been saved.
      if (isUnreachable) void client.refetchQueries({ queryKey: ownerEmailsKey })
      if (code === 'conflict') await client.refetchQueries({ queryKey: ownerEmailsKey })
      throw error
    }
  }
}

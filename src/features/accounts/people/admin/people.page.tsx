import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatShopDate } from '#base/shop-time.ts'
import type { Role } from '#platform/auth/roles.ts'
import { call, read } from '#platform/client/functions.ts'
import { readTypedEmail } from '#platform/text/typed-text.ts'
import { Button } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { EmailField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { useQuestions } from '#ui/question-dialog.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'
import { accountProblem } from '../../client/account-requests.ts'
import { ProofProvider, useProof } from '../../page/proof.tsx'
import { useAccount } from '../../use-account.ts'
import { useAccountForm } from '../../use-account-form.ts'
import type { Person } from '../people.contract.ts'

/** The roles as the owner chooses among them. */
const roleChoices: readonly { id: Role; name: string; can: string }[] = [
  {
    id: 'workroom',
    name: 'Workroom',
    can: 'The board, cut lists and packing slips. No prices, no customers’ e-mails.',
  },
  { id: 'pages', name: 'Pages', can: 'Garments, their prices and pictures, the shelf and the pages. No orders.' },
  { id: 'admin', name: 'Administrator', can: 'Everything, as you do.' },
]
const nameOf = (role: Role) => roleChoices.find(({ id }) => id === role)?.name ?? role

const peopleKey = ['people'] as const

/** Who opens the back office: invite, change a role, remove. */
export default function PeoplePage() {
  const { state } = useAccount()
  useEffect(prepareToasts, [])
  if (typeof state === 'string') return <LoadingSkeleton label="Loading the people" count={3} />
  return (
    <ProofProvider account={state}>
      <People />
    </ProofProvider>
  )
}

function People() {
  const { data, error, refetch } = useQuery({ queryKey: peopleKey, queryFn: () => read('people') })
  const [inviting, setInviting] = useState(false)
  if (!data && error) return <CouldNotLoad problem="The people couldn’t be loaded." onRetry={() => void refetch()} />
  if (!data) return <LoadingSkeleton label="Loading the people" count={3} />
  return (
    <div className="max-w-[44rem] pt-[clamp(1rem,3vw,2.5rem)] pb-8">
      <p className="max-w-[36em] text-ink-soft">
        Each person signs in with an e-mail address of their own, and opens only what their role needs.
      </p>
      <ul aria-label="People" className="mt-4 border-line border-t">
        {data.people.map((person) => (
          <PersonEntry key={person.id} person={person} />
        ))}
      </ul>
      {inviting ? (
        <InviteForm onDone={() => setInviting(false)} />
      ) : (
        <Button className="mt-6 max-sm:w-full" onClick={() => setInviting(true)}>
          Invite someone
        </Button>
      )}
      <p className="mt-10 border-line border-t pt-5 text-ink-soft">
        A customer asks for their data, or wants it erased?{' '}
        <Link to="/admin/people/data" className="link whitespace-nowrap">
          Find a person
        </Link>
      </p>
    </div>
  )
}

type Change = { id: string; seen: Role; role: Role | null }

function PersonEntry({ person }: { person: Person }) {
  const client = useQueryClient()
  const prove = useProof()
  const { ask, dialog } = useQuestions()
  const { id, email, role, is_you: isYou } = person
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (change: Change) => prove(() => call('change-person', change)),
  })

  async function change(next: Role | null) {
    if (isPending) return
    try {
      const saved = await mutateAsync({ id, seen: role, role: next })
      if (!saved) return
      client.setQueryData(peopleKey, saved)
      const title = next === null ? `${email} is removed` : `${email}: ${nameOf(next)}`
      await toast({ title, tone: 'success', about: `person-${id}` })
    } catch (error) {
      await client.refetchQueries({ queryKey: peopleKey })
      const { problem } = accountProblem(error)
      await toast({ title: 'Not changed', description: problem, tone: 'error', about: `person-${id}` })
    }
  }

  async function remove() {
    const sentence = person.invited_until
      ? 'The link in the invitation stops working.'
      : 'They are signed out at once, on all their devices. Their account stays. You can invite them again.'
    const choices = [{ id: 'remove', label: 'Remove' }] as const
    if (await ask({ title: `Remove ${email}?`, body: [sentence], choices })) await change(null)
  }

  return (
    <li className="border-line border-b py-4">
      <div className="grid items-end gap-x-6 gap-y-2 sm:grid-cols-[1fr_13rem_auto]">
        <div className="min-w-0 self-center">
          <p className="wrap-any font-medium leading-snug">
            {email}
            {isYou && ' (you)'}
          </p>
          <p className="text-ink-soft text-small">{describe(person)}</p>
        </div>
        <SelectField
          label="Role"
          aria-label={`Role of ${email}`}
          prompt={null}
          choices={roleChoices}
          value={role}
          disabled={isPending}
          onChange={({ target }) => void change(target.value as Role)}
        />
        <TextButton aria-label={`Remove ${email}`} onClick={() => void remove()}>
          Remove
        </TextButton>
      </div>
      {dialog}
    </li>
  )
}

function describe({
  since,
  invited_until: until,
  is_expired: isExpired,
  has_second_factor: hasFactor,
}: Person): string {
  if (until && isExpired) return `Invited. The invitation ended on ${formatShopDate(until)}; invite them again.`
  if (until) return `Invited, until ${formatShopDate(until)}`
  return `Since ${formatShopDate(since)}. ${hasFactor ? 'Two-step sign-in is on.' : 'Two-step sign-in is off.'}`
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const prove = useProof()
  const [role, setRole] = useState<Role>('workroom')
  const { busy, onSubmit, field } = useAccountForm({
    initial: { email: '' },
    async send({ email }) {
      const address = readTypedEmail(email)
      const saved = await prove(() => call('invite-person', { email: address, role }))
      if (!saved) return
      client.setQueryData(peopleKey, saved)
      await toast({ title: `${address} is invited`, description: 'The e-mail is on its way.', tone: 'success' })
      onDone()
    },
  })
  return (
    <form onSubmit={onSubmit} aria-label="Invite someone" className="mt-6 grid max-w-[30rem] gap-y-6">
      <EmailField label="E-mail" autoComplete="off" {...field('email')} />
      <SelectField
        label="Role"
        prompt={null}
        choices={roleChoices}
        value={role}
        hint={roleChoices.find(({ id }) => id === role)?.can}
        onChange={({ target }) => setRole(target.value as Role)}
      />
      <p className="flex flex-wrap items-center gap-x-7 gap-y-2">
        <Button type="submit" aria-disabled={busy} className="max-sm:w-full">
          {busy ? 'Sending…' : 'Send the invitation'}
        </Button>
        <TextButton onClick={onDone}>Cancel</TextButton>
      </p>
    </form>
  )
}

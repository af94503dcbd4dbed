import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { accountProblem } from '#features/accounts/client/account-requests.ts'
import { ProofProvider, useProof } from '#features/accounts/page/proof.tsx'
import { useAccount } from '#features/accounts/use-account.ts'
import { useAccountForm } from '#features/accounts/use-account-form.ts'
import { call } from '#platform/client/functions.ts'
import { saveFile } from '#platform/client/save-file.ts'
import { readTypedEmail } from '#platform/text/typed-text.ts'
import { shop } from '#shop'
import { Button } from '#ui/button.tsx'
import { EmailField } from '#ui/field.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'
import type { FoundPerson } from '../customer-data.contract.ts'

/** The data of a customer, guest or subscriber: found by e-mail address, downloaded, erased. */
export default function PersonDataPage() {
  const { state } = useAccount()
  useEffect(prepareToasts, [])
  if (typeof state === 'string') return <LoadingSkeleton label="Loading" count={2} />
  return (
    <ProofProvider account={state}>
      <PersonData />
    </ProofProvider>
  )
}

function PersonData() {
  const [query] = useSearchParams()
  const [found, setFound] = useState<FoundPerson | null>(null)
  const { busy, onSubmit, field } = useAccountForm({
    initial: { email: query.get('email') ?? '' },
    async send({ email }) {
      setFound(null)
      setFound(await call('find-person', { email: readTypedEmail(email) }))
    },
  })
  return (
    <div className="max-w-[40rem] pt-[clamp(1rem,3vw,2.5rem)] pb-8">
      <p className="text-ink-soft">
        A customer may ask for a copy of their data, or for its erasure. You have one month to answer. First make sure
        that the request comes from this address.
      </p>
      <form
        onSubmit={onSubmit}
        aria-label="Find a person"
        className="mt-6 grid gap-x-4 gap-y-3 sm:grid-cols-[1fr_auto]"
      >
        <EmailField label="E-mail" autoComplete="off" {...field('email')} />
        <Button type="submit" aria-disabled={busy} className="self-start sm:mt-[1.7rem]">
          {busy ? 'Looking…' : 'Find'}
        </Button>
      </form>
      {found && <Found key={found.email} person={found} onErased={() => setFound(null)} />}
    </div>
  )
}

const counted = (count: number, one: string, many: string) => (count === 1 ? `one ${one}` : `${count} ${many}`)

/** What there is, in the order in which the file has it. */
function listData(person: FoundPerson): string[] {
  const { orders, reviews, waiting_for: waiting, messages, emails } = person
  const lines = [
    person.has_account && 'an account',
    orders > 0 && counted(orders, 'order', 'orders'),
    reviews > 0 && counted(reviews, 'review', 'reviews'),
    person.is_subscriber && 'a place on your e-mail list',
    waiting > 0 && counted(waiting, 'place on a waitlist', 'places on waitlists'),
    messages > 0 && counted(messages, 'message to you', 'messages to you'),
    emails > 0 && counted(emails, 'e-mail that you sent', 'e-mails that you sent'),
  ]
  return lines.filter((line) => line !== false)
}

function Found({ person, onErased }: { person: FoundPerson; onErased: () => void }) {
  const prove = useProof()
  const [erasing, setErasing] = useState(false)
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  const { email } = person
  const data = listData(person)

  const { mutate: download, isPending: busy } = useMutation({
    mutationFn: () => prove(() => call('export-person', { email })),
    onError: (error) => toast({ title: 'No file saved', description: accountProblem(error).problem, tone: 'error' }),
    async onSuccess(file) {
      if (!file) return
      const name = `${shop.shortName}-person-data-${new Date().toISOString().slice(0, 10)}.json`
      saveFile(name, JSON.stringify(file, null, 2), 'application/json')
      await toast({
        title: 'The copy is ready',
        description: `${name} has been saved on this device.`,
        tone: 'success',
      })
    },
  })

  return (
    <section aria-labelledby="person" className="mt-8 border-line border-t pt-5">
      <h2 id="person" ref={head} tabIndex={-1} className="wrap-any text-name leading-tight outline-none">
        <bdi>{email}</bdi>
      </h2>
      {data.length === 0 ? (
        <p className="mt-2">The shop has no data under this address.</p>
      ) : (
        <>
          <p className="mt-2">The shop has:</p>
          <ul className="mt-1 list-disc pl-5 marker:text-mulberry">
            {data.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {data.length > 0 && !erasing && (
        <p className="mt-3 flex flex-wrap gap-x-7">
          <TextButton onClick={() => !busy && download()} aria-disabled={busy}>
            {busy ? 'Preparing the file…' : 'Download a copy'}
          </TextButton>
          {!person.is_staff && <TextButton onClick={() => setErasing(true)}>Erase this person</TextButton>}
        </p>
      )}
      {person.is_staff && (
        <p className="mt-2 text-ink-soft">
          This person opens the back office. To erase them, first remove them under{' '}
          <Link to="/admin/people" className="link">
            People
          </Link>
          .
        </p>
      )}
      {erasing && <EraseForm person={person} onErased={onErased} onCancel={() => setErasing(false)} />}
    </section>
  )
}

type EraseProps = { person: FoundPerson; onErased: () => void; onCancel: () => void }

/** The last confirmation: the owner types the address again. */
function EraseForm({ person: { email, has_account, orders, open_orders }, onErased, onCancel }: EraseProps) {
  const prove = useProof()
  const { busy, onSubmit, field } = useAccountForm({
    initial: { confirm: '' },
    async send() {
      if (!(await prove(() => call('erase-person', { email })))) return
      onErased()
      await toast({ title: `${email} is erased`, tone: 'success' })
    },
  })
  const isSame = (confirm: string) => confirm.trim().toLowerCase() === email || 'That isn’t the address.'
  return (
    <form
      onSubmit={onSubmit}
      aria-label="Erase this person"
      className="mt-5 grid max-w-[34rem] gap-y-6 border-mulberry border-l-2 pl-5 sm:pl-7"
    >
      <div>
        <h3 className="text-name leading-tight">This can’t be undone</h3>
        <ul className="mt-3 list-disc space-y-1.5 pl-5 text-ink-soft marker:text-mulberry">
          <li>
            {has_account ? 'The account, reviews' : 'Reviews'}, messages, notes, e-mails and places on your lists are
            deleted. They get no e-mail about it.
          </li>
          {orders > 0 && (
            <li>Paid orders keep their name and address for six years after the tax year, as tax law requires.</li>
          )}
          {open_orders.length > 0 && (
            <li>
              {open_orders.join(', ')} {open_orders.length === 1 ? 'isn’t' : 'aren’t'} sent yet. The measurements stay
              until a month after.
            </li>
          )}
        </ul>
      </div>
      <EmailField label="To confirm" hint={`Please type ${email}`} autoComplete="off" {...field('confirm', isSame)} />
      <FormActions label="Erase this person" busyLabel="Erasing…" busy={busy} onCancel={onCancel} />
    </form>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { shopToday } from '#admin/shop-now.ts'
import { accountProblem } from '#features/accounts/client/account-requests.ts'
import { ProofProvider, useProof } from '#features/accounts/page/proof.tsx'
import { useAccount } from '#features/accounts/use-account.ts'
import { useAccountForm } from '#features/accounts/use-account-form.ts'
import { call } from '#platform/client/functions.ts'
import { saveFile } from '#platform/client/save-file.ts'
import { readTypedEmail } from '#platform/text/typed-text.ts'
import { shop } from '#shop'
import { Button } from '#ui/button.tsx'
import { EmailField, Field } from '#ui/field.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'
import type { FoundPerson } from '../customer-data.contract.ts'

/**
 * The data of a customer, guest or subscriber: found by e-mail address, or by the name and postcode of earlier orders;
 * downloaded, erased.
 */
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

/** The person that the owner searches for. */
type Wanted = { email: string } | { name: string; postcode: string }

function PersonData() {
  const [query] = useSearchParams()
  const [isByName, setByName] = useState(query.has('name'))
  const [found, setFound] = useState<{ wanted: Wanted; person: FoundPerson } | null>(null)
  async function find(wanted: Wanted) {
    setFound(null)
    setFound({ wanted, person: await call('find-person', wanted) })
  }
  return (
    <div className="max-w-[40rem] pt-[clamp(1rem,3vw,2.5rem)] pb-8">
      <p className="text-ink-soft">
        A customer may ask for a copy of their data, or for its erasure. You have one month to answer. First make sure
        that the request comes from this {isByName ? 'person' : 'address'}.
      </p>
      {isByName ? (
        <FindByName name={query.get('name') ?? ''} postcode={query.get('postcode') ?? ''} onFind={find} />
      ) : (
        <FindByEmail email={query.get('email') ?? ''} onFind={find} />
      )}
      <TextButton
        onClick={() => {
          setFound(null)
          setByName(!isByName)
        }}
      >
        {isByName ? 'Look up by e-mail address' : 'Bought on Etsy? Look up by name and postcode'}
      </TextButton>
      {found && <Found key={nameOf(found.wanted)} {...found} onErased={() => setFound(null)} />}
    </div>
  )
}

type FindProps<Typed> = Typed & { onFind: (wanted: Wanted) => Promise<void> }

function FindByEmail({ email, onFind }: FindProps<{ email: string }>) {
  const { busy, onSubmit, field } = useAccountForm({
    initial: { email },
    send: (typed) => onFind({ email: readTypedEmail(typed.email) }),
  })
  return (
    <form onSubmit={onSubmit} aria-label="Find a person" className="mt-6 grid gap-x-4 gap-y-3 sm:grid-cols-[1fr_auto]">
      <EmailField label="E-mail" autoComplete="off" {...field('email')} />
      <Button type="submit" aria-disabled={busy} className="self-start sm:mt-[1.7rem]">
        {busy ? 'Looking…' : 'Find'}
      </Button>
    </form>
  )
}

function FindByName({ name, postcode, onFind }: FindProps<{ name: string; postcode: string }>) {
  const { busy, onSubmit, field } = useAccountForm({
    initial: { name, postcode },
    send: (typed) => onFind({ name: typed.name.trim(), postcode: typed.postcode.trim() }),
  })
  return (
    <form
      onSubmit={onSubmit}
      aria-label="Find a person"
      className="mt-6 grid gap-x-4 gap-y-3 sm:grid-cols-[2fr_1fr_auto]"
    >
      <Field label="Name" required maxLength={200} autoComplete="off" {...field('name')} />
      <Field label="Postcode" required maxLength={40} autoComplete="off" {...field('postcode')} />
      <Button type="submit" aria-disabled={busy} className="self-start sm:mt-[1.7rem]">
        {busy ? 'Looking…' : 'Find'}
      </Button>
    </form>
  )
}

const nameOf = (wanted: Wanted) => ('email' in wanted ? wanted.email : `${wanted.name}, ${wanted.postcode}`)

const counted = (count: number, one: string, many: string) => (count === 1 ? `one ${one}` : `${count} ${many}`)

/** What there is, in the order in which the file has it. */
function listData(person: FoundPerson): string[] {
  const {
    orders,
    earlier_orders: earlier,
    earlier_by_name: byName,
    reviews,
    waiting_for: waiting,
    messages,
    emails,
  } = person
  const lines = [
    person.has_account && 'an account',
    orders > 0 && counted(orders, 'order', 'orders'),
    earlier > 0 &&
      `${counted(earlier, 'earlier order', 'earlier orders')} of your former shop${byName > 0 ? ` (${byName === earlier ? '' : `${byName} of them `}with the same name and postcode)` : ''}`,
    reviews > 0 && counted(reviews, 'review', 'reviews'),
    person.is_subscriber && 'a place on your e-mail list',
    waiting > 0 && counted(waiting, 'place on a waitlist', 'places on waitlists'),
    messages > 0 && counted(messages, 'message to you', 'messages to you'),
    emails > 0 && counted(emails, 'e-mail that you sent', 'e-mails that you sent'),
  ]
  return lines.filter((line) => line !== false)
}

type FoundProps = { wanted: Wanted; person: FoundPerson; onErased: () => void }

function Found({ wanted, person, onErased }: FoundProps) {
  const prove = useProof()
  const [erasing, setErasing] = useState(false)
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  const data = listData(person)

  const { mutate: download, isPending: busy } = useMutation({
    mutationFn: () => prove(() => call('export-person', wanted)),
    onError: (error) => toast({ title: 'No file saved', description: accountProblem(error).problem, tone: 'error' }),
    async onSuccess(file) {
      if (!file) return
      const name = `${shop.shortName}-person-data-${shopToday()}.json`
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
        <bdi>{nameOf(wanted)}</bdi>
      </h2>
      {data.length === 0 ? (
        <p className="mt-2">
          {'email' in wanted
            ? 'The shop has no data under this address.'
            : 'No earlier order without an e-mail address has this name and postcode. Everything else is found by e-mail address.'}
        </p>
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
      {erasing && <EraseForm wanted={wanted} person={person} onErased={onErased} onCancel={() => setErasing(false)} />}
    </section>
  )
}

type EraseProps = FoundProps & { onCancel: () => void }

/** The last confirmation: the owner types the address, or the name, again. */
function EraseForm({ wanted, person, onErased, onCancel }: EraseProps) {
  const { has_account, orders, open_orders, earlier_orders } = person
  const isByEmail = 'email' in wanted
  const asked = isByEmail ? wanted.email : wanted.name
  const prove = useProof()
  const { busy, onSubmit, field } = useAccountForm({
    initial: { confirm: '' },
    async send() {
      if (!(await prove(() => call('erase-person', wanted)))) return
      onErased()
      await toast({ title: `${asked} is erased`, tone: 'success' })
    },
  })
  const isSame = (confirm: string) =>
    confirm.trim().toLowerCase() === asked.toLowerCase() || `That isn’t the ${isByEmail ? 'address' : 'name'}.`
  return (
    <form
      onSubmit={onSubmit}
      aria-label="Erase this person"
      className="mt-5 grid max-w-[34rem] gap-y-6 border-mulberry border-l-2 pl-5 sm:pl-7"
    >
      <div>
        <h3 className="text-name leading-tight">This can’t be undone</h3>
        <ul className="mt-3 list-disc space-y-1.5 pl-5 text-ink-soft marker:text-mulberry">
          {isByEmail && (
            <li>
              {has_account ? 'The account, reviews' : 'Reviews'}, messages, notes, e-mails and places on your lists are
              deleted. They get no e-mail about it.
            </li>
          )}
          {earlier_orders > 0 && (
            <li>
              Name, postcode and e-mail address of earlier orders are deleted; the file they came from doesn’t bring
              them back.
            </li>
          )}
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
      {isByEmail ? (
        <EmailField label="To confirm" hint={`Please type ${asked}`} autoComplete="off" {...field('confirm', isSame)} />
      ) : (
        <Field label="To confirm" hint={`Please type ${asked}`} autoComplete="off" {...field('confirm', isSame)} />
      )}
      <FormActions label="Erase this person" busyLabel="Erasing…" busy={busy} onCancel={onCancel} />
    </form>
  )
}

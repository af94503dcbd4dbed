import { useQuery } from '@tanstack/react-query'
import { read } from '#platform/client/functions.ts'
import type { GetResponse } from '#platform/http/contract.ts'

type Domain = GetResponse<'mail-domain'>
type RecordState = Domain['spf']['state']

/** What each record is for, and what to do where it is not found. */
const records: { id: 'spf' | 'dkim' | 'dmarc'; name: string; purpose: string; states: Record<RecordState, string> }[] =
  [
    {
      id: 'spf',
      name: 'SPF',
      purpose: 'names the servers that may send e-mail for your domain.',
      states: {
        found: 'Found. Your mail provider’s help says what it must contain.',
        missing: 'Missing. Your mail provider’s help has the text; add it where your domain is registered.',
        wrong: 'There are two, so receivers take neither. Join them into one.',
        unknown: 'It couldn’t be looked up just now.',
      },
    },
    {
      id: 'dkim',
      name: 'DKIM',
      purpose: 'signs each e-mail, so that receivers see it is yours and unchanged.',
      states: {
        found: 'Found.',
        missing: 'Missing.',
        wrong: 'There are two keys under one name. Keep the one of your mail provider.',
        unknown:
          'Not found under the usual names. Your mail provider chooses the name: its help says whether it is set up.',
      },
    },
    {
      id: 'dmarc',
      name: 'DMARC',
      purpose: 'tells receivers what to do with e-mails that only pretend to be yours.',
      states: {
        found: 'Found.',
        missing: 'Missing. Large providers ask for it: begin with v=DMARC1; p=none under the name _dmarc.',
        wrong: 'There are two, so receivers take neither. Keep one.',
        unknown: 'It couldn’t be looked up just now.',
      },
    },
  ]

/** The records by which receivers know the shop's e-mails, looked up and explained. */
export function MailDomain() {
  const { data, error } = useQuery({
    queryKey: ['mail-domain'],
    queryFn: () => read('mail-domain'),
    staleTime: 60_000,
  })
  if (error) return <p className="mt-2 text-ink-soft text-small">The domain’s records couldn’t be looked up.</p>
  if (!data) return <p className="mt-2 text-ink-soft text-small">Looking up the domain’s records…</p>
  return (
    <dl aria-label={`Records of ${data.domain}`} className="mt-2 grid gap-y-1 text-small">
      {records.map(({ id, name, purpose, states }) => (
        <div key={id} className="grid gap-x-3 sm:grid-cols-[4rem_1fr]">
          <dt className="font-medium">{name}</dt>
          <dd className="text-ink-soft">
            <span className={data[id].state === 'found' ? '' : 'text-mulberry'}>{states[data[id].state]}</span> It{' '}
            {purpose}
          </dd>
        </div>
      ))}
    </dl>
  )
}

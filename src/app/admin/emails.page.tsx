import { useQuery } from '@tanstack/react-query'
import { editAddress } from '#features/content/documents/admin/edit-address.ts'
import { read, toRequestError } from '#platform/client/functions.ts'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'

type ListedEmail = Awaited<ReturnType<typeof read<'emails'>>>['emails'][number]

/** Every kind of e-mail that the shop sends; each opens with its sample. */
export default function EmailsPage() {
  const { data, error, refetch } = useQuery({ queryKey: ['emails'], queryFn: () => read('emails') })
  const listed = (to: ListedEmail['to']) => data?.emails.filter((email) => email.to === to) ?? []
  return (
    <div className="pt-[clamp(1.5rem,3vw,2.5rem)] pb-8">
      <p className="measure text-ink-soft">
        Open an e-mail to read it as it is sent, to write its first and last lines in your own words, and to send
        yourself a test.
      </p>
      {!data && error && <CouldNotLoad problem={toRequestError(error).message} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingSkeleton label="Loading the e-mails" count={8} />}
      {data && (
        <>
          <Group id="to-customers" title="To customers" emails={listed('customers')} />
          <Group id="to-you" title="To you" emails={listed('shop')} />
        </>
      )}
    </div>
  )
}

function Group({ id, title, emails }: { id: string; title: string; emails: readonly ListedEmail[] }) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="text-title leading-tight">
        {title}
      </h2>
      <ul aria-labelledby={id} className="mt-3 gap-x-12 border-line border-t sm:columns-2">
        {emails.map(({ kind, title: name }) => (
          <li key={kind} className="break-inside-avoid border-line border-b">
            <Link to={editAddress(`mail:${kind}`)} className="flex min-h-12 items-center hover:text-mulberry">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { useEffect } from 'react'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { prepareToasts } from '#ui/toast.ts'
import { MessageEntry } from './message-entry.tsx'
import { useMessages } from './message-queries.ts'
import { SavedReplies } from './saved-replies.tsx'

/** The messages of the contact form, those without an answer first, and the texts that replies begin from. */
export default function MessagesPage() {
  const { data, problem, refetch } = useMessages()
  useEffect(prepareToasts, [])
  return (
    <div className="pt-[clamp(1.5rem,3vw,2.5rem)]">
      <h2 id="messages" tabIndex={-1} className="text-title leading-tight outline-none">
        {headingOf(data?.open ?? null)}
      </h2>
      <p className="measure mt-2 text-ink-soft">
        Messages from the contact form also reach you by e-mail. They are kept here for 30 days.
      </p>
      <div className="mt-6">
        {!data && problem && <CouldNotLoad problem={problem} onRetry={() => void refetch()} />}
        {!data && !problem && <LoadingSkeleton label="Loading messages" count={4} />}
        {data?.messages.length === 0 && <p className="border-line border-t py-6 text-lead">No messages.</p>}
        {data && data.messages.length > 0 && (
          <ul aria-labelledby="messages" className="border-line border-t">
            {data.messages.map((message) => (
              <li key={message.id} className="border-line border-b py-6">
                <MessageEntry message={message} replies={data.replies} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {data && <SavedReplies replies={data.replies} />}
    </div>
  )
}

function headingOf(open: number | null): string {
  if (open === null) return 'Messages'
  if (open === 0) return 'No messages to answer'
  return open === 1 ? 'One message to answer' : `${open} messages to answer`
}

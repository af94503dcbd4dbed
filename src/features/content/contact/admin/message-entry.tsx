import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatShopTime } from '#base/shop-time.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { type Message, type SavedReply, useAnswerMessage, useReopenMessage } from './message-queries.ts'
import { ReplyForm } from './reply-form.tsx'

/** One message, with its answer or the way to answer it. */
export function MessageEntry({ message, replies }: { message: Message; replies: SavedReply[] }) {
  const { id, at, topic, name, email, order, customer, answer, is_undelivered } = message
  const [text, setText] = useState<string | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const answering = useAnswerMessage()
  const reopening = useReopenMessage()

  function close() {
    flushSync(() => setText(null))
    opener.current?.focus()
  }

  async function reopen() {
    if (reopening.isPending) return
    try {
      const { reply } = await reopening.mutateAsync({ id })
      setText(reply)
      await toast({ title: 'Taken back', description: name, tone: 'success', about: `message-${id}` })
    } catch (error) {
      await showFailure(error, id)
    }
  }

  async function mark() {
    if (answering.isPending) return
    try {
      await answering.mutateAsync({ id })
      const action = { label: 'Undo', onPress: () => void reopen() }
      await toast({ title: 'Marked as answered', description: name, tone: 'success', about: `message-${id}`, action })
    } catch (error) {
      await showFailure(error, id)
    }
  }

  return (
    <article className="grid gap-x-10 gap-y-3 md:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="min-w-0">
        <p className="wrap-any font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="wrap-any text-ink-soft text-small">{email}</p>
        {order && (
          <p className="wrap-any text-small">
            <OrderLink number={order.number} isKnown={order.exists} />
            <span className="block text-ink-soft">{order.hint}</span>
          </p>
        )}
        {customer && (
          <Link
            to={`/admin/customers/${customer}`}
            className="inline-flex min-h-11 items-center text-mulberry text-small"
          >
            <span className="link">Customer’s page</span>
          </Link>
        )}
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-4">
          <span className={answer ? 'text-ink-soft' : 'text-mulberry'}>{topic}</span>
          <span className="text-ink-soft text-small">{formatShopTime(at)}</span>
        </p>
        {is_undelivered && (
          <p className="mt-1 text-mulberry">This message could not be e-mailed to you: read it here.</p>
        )}
        <Quoted>{message.message}</Quoted>
        {answer ? (
          <Answered answer={answer} email={email} onUndo={reopen} busy={reopening.isPending} />
        ) : text === null ? (
          <div className="mt-3 flex flex-wrap items-center gap-x-7 gap-y-1">
            <Button ref={opener} tone="line" onClick={() => setText('')}>
              Reply
            </Button>
            <TextButton
              onClick={mark}
              aria-disabled={answering.isPending}
              aria-label={`Mark as answered: the message of ${name}`}
            >
              Mark as answered
            </TextButton>
          </div>
        ) : (
          <ReplyForm message={message} replies={replies} begun={text} onUndo={reopen} onClose={close} />
        )}
      </div>
    </article>
  )
}

function OrderLink({ number, isKnown }: { number: string; isKnown: boolean }) {
  if (!isKnown) return <>{number}</>
  return (
    <Link to={`/admin?tab=orders&order=${encodeURIComponent(number)}`} className="link text-mulberry">
      {number}
    </Link>
  )
}

function Quoted({ children }: { children: ReactNode }) {
  return (
    <blockquote dir="auto" className="wrap-any mt-2 max-w-[38em] whitespace-pre-line border-line border-l-2 pl-4">
      {children}
    </blockquote>
  )
}

type AnsweredProps = { answer: NonNullable<Message['answer']>; email: string; onUndo: () => void; busy: boolean }

function Answered({ answer: { at, reply, can_undo, has_failed }, email, onUndo, busy }: AnsweredProps) {
  return (
    <div className="mt-3 max-w-[38em]">
      {reply !== null && (
        <p dir="auto" className="wrap-any whitespace-pre-line border-mulberry border-l-2 pl-4">
          {reply}
        </p>
      )}
      <p className="mt-1 flex flex-wrap items-center gap-x-5 text-ink-soft text-small">
        <span className={has_failed ? 'text-mulberry' : ''}>
          {has_failed
            ? `Your reply could not be sent to ${email}.`
            : `${reply === null ? 'Marked as answered' : 'You replied'} on ${formatShopTime(at)}`}
        </span>
        {can_undo && (
          <TextButton onClick={onUndo} aria-disabled={busy}>
            Undo
          </TextButton>
        )}
      </p>
    </div>
  )
}

function showFailure(error: unknown, id: string) {
  const { message } = toRequestError(error)
  return toast({ title: 'That didn’t work', description: message, tone: 'error', about: `message-${id}` })
}

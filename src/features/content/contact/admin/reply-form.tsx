import { useRef, useState } from 'react'
import { DraftOffer } from '#admin/draft-offer.tsx'
import { useDraft } from '#admin/use-draft.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { FieldFrame, inputLook } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { FormActions } from '#ui/form-actions.tsx'
import { limitCharacters } from '#ui/limit-characters.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { fillReply, findBlank, longestReply } from '../fill-reply.ts'
import { type Message, type SavedReply, useAnswerMessage } from './message-queries.ts'

type ReplyFormProps = {
  message: Message
  replies: SavedReply[]
  /** The text of a reply that was taken back; empty for a new one. */
  begun: string
  onUndo: () => void
  onClose: () => void
}

/** A reply, begun from a saved text. What is typed stays as a draft until it is sent or cancelled. */
export function ReplyForm({ message, replies, begun, onUndo, onClose }: ReplyFormProps) {
  const { id, name, email, reply_order } = message
  const [reply, setReply] = useState(begun)
  const [problem, setProblem] = useState<string>()
  const filled = useRef('')
  const field = useRef<HTMLTextAreaElement>(null)
  const answering = useAnswerMessage()
  const draft = useDraft({
    form: 'message-reply',
    rowId: id,
    version: '',
    value: { reply },
    initial: { reply: '' },
    onContinue: (stored) => write(stored.reply),
  })

  function write(text: string) {
    setReply(text)
    setProblem(undefined)
  }

  /** In place of the saved text before, or below what is typed. */
  function begin(saved: SavedReply) {
    const text = fillReply(saved.reply, { name, orderNumber: reply_order })
    const isUntouched = reply.trim() === '' || reply === filled.current
    write(isUntouched ? text : `${reply.trimEnd()}\n\n${text}`)
    if (isUntouched) filled.current = text
    field.current?.focus()
  }

  async function send() {
    if (answering.isPending) return
    const blank = findBlank(reply)
    if (reply.trim() === '' || blank) {
      setProblem(blank ? `Please fill in ${blank} before you send it.` : 'Please write your reply.')
      return field.current?.focus()
    }
    try {
      await answering.mutateAsync({ id, reply })
      draft.clear()
      await toast({
        title: 'Reply on its way',
        description: `It leaves for ${email} in a minute. Until then you can take it back.`,
        tone: 'success',
        about: `message-${id}`,
        action: { label: 'Undo', onPress: onUndo },
      })
      onClose()
    } catch (error) {
      setProblem(toRequestError(error).message)
    }
  }

  function cancel() {
    draft.clear()
    onClose()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      className="mt-4 grid max-w-[38rem] gap-y-3 border-mulberry border-l-2 pl-5"
    >
      <DraftOffer draft={draft} />
      {replies.length > 0 && (
        <fieldset>
          <legend className="label text-ink-soft">Begin with a saved reply</legend>
          <div className="flex flex-wrap gap-x-6">
            {replies.map((saved) => (
              <TextButton key={saved.id} onClick={() => begin(saved)}>
                {saved.name}
              </TextButton>
            ))}
          </div>
        </fieldset>
      )}
      <FieldFrame label={`Your reply to ${email}`} error={problem}>
        {(bound) => (
          <textarea
            {...bound}
            ref={(element) => {
              if (element && !field.current) focusNow(element)
              field.current = element
            }}
            value={reply}
            onChange={({ target }) => write(target.value)}
            rows={6}
            {...limitCharacters(longestReply)}
            className={`field-sizing-content mt-1 max-h-[28rem] min-h-36 resize-y leading-[1.5] ${inputLook}`}
          />
        )}
      </FieldFrame>
      <FormActions label="Send the reply" busyLabel="One moment…" busy={answering.isPending} onCancel={cancel} />
    </form>
  )
}

import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DraftOffer } from '#admin/draft-offer.tsx'
import { useDraft } from '#admin/use-draft.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { focusSection } from '#ui/account-section.tsx'
import { Button } from '#ui/button.tsx'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { FormActions } from '#ui/form-actions.tsx'
import { limitCharacters } from '#ui/limit-characters.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { longestReply } from '../fill-reply.ts'
import { type SavedReply, useDeleteSavedReply, useWriteSavedReply } from './message-queries.ts'

/** The texts that replies begin from: write, change, delete. */
export function SavedReplies({ replies }: { replies: SavedReply[] }) {
  const [open, setOpen] = useState<string | null>(null)
  const close = () => {
    flushSync(() => setOpen(null))
    focusSection('saved-replies')
  }
  return (
    <section aria-labelledby="saved-replies" className="mt-12">
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-3">
        <h2 id="saved-replies" tabIndex={-1} className="text-title leading-tight outline-none">
          Saved replies
        </h2>
        {open !== 'new' && (
          <Button tone="line" onClick={() => setOpen('new')}>
            New saved reply
          </Button>
        )}
      </div>
      {replies.length === 0 && open !== 'new' && (
        <p className="measure mt-3 text-ink-soft">
          A text that you write often, such as how to send something back. A reply begins with it in one press, with the
          customer’s name and order number filled in.
        </p>
      )}
      {open === 'new' && <SavedReplyForm saved={null} onClose={close} />}
      {replies.length > 0 && (
        <ul aria-labelledby="saved-replies" className="mt-4 border-line border-t">
          {replies.map((saved) => (
            <li key={saved.id} className="border-line border-b py-4">
              {open === saved.id ? (
                <SavedReplyForm saved={saved} onClose={close} />
              ) : (
                <SavedReplyEntry saved={saved} onChange={() => setOpen(saved.id)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function SavedReplyEntry({ saved, onChange }: { saved: SavedReply; onChange: () => void }) {
  const { id, name, reply, version } = saved
  const deleting = useDeleteSavedReply()
  const writing = useWriteSavedReply()

  async function restore() {
    try {
      await writing.mutateAsync({ name, reply })
      await toast({ title: 'Restored', description: name, tone: 'success', about: 'saved-replies' })
    } catch (error) {
      await showFailure(error)
    }
  }

  async function remove() {
    if (deleting.isPending) return
    try {
      await deleting.mutateAsync({ id, version })
      focusSection('saved-replies')
      const action = { label: 'Undo', onPress: () => void restore() }
      await toast({ title: 'Deleted', description: name, tone: 'success', about: 'saved-replies', action })
    } catch (error) {
      await showFailure(error)
    }
  }

  return (
    <>
      <h3 className="wrap-any font-medium">{name}</h3>
      <p dir="auto" className="wrap-any mt-1 line-clamp-3 max-w-[44em] whitespace-pre-line text-ink-soft">
        {reply}
      </p>
      <p className="flex flex-wrap gap-x-6">
        <TextButton onClick={onChange} aria-label={`Change ${name}`}>
          Change
        </TextButton>
        <TextButton onClick={remove} aria-disabled={deleting.isPending} aria-label={`Delete ${name}`}>
          Delete
        </TextButton>
      </p>
    </>
  )
}

function showFailure(error: unknown) {
  const { message } = toRequestError(error)
  return toast({ title: 'That didn’t work', description: message, tone: 'error', about: 'saved-replies' })
}

/** A new saved reply, or one that exists. After a conflict the typed text stays, and a second press replaces theirs. */
function SavedReplyForm({ saved, onClose }: { saved: SavedReply | null; onClose: () => void }) {
  const initial = { name: saved?.name ?? '', reply: saved?.reply ?? '' }
  const [first] = useState(initial)
  const [typed, setTyped] = useState(initial)
  const [problem, setProblem] = useState<{ name?: string; reply?: string; all?: string }>({})
  const version = useRef(saved?.version)
  const writing = useWriteSavedReply()
  const draft = useDraft({
    form: 'saved-reply',
    rowId: saved?.id ?? 'new',
    version: String(saved?.version ?? ''),
    value: typed,
    initial: first,
    onContinue: setTyped,
  })

  function change(part: Partial<typeof typed>) {
    setTyped({ ...typed, ...part })
    setProblem({})
  }

  async function save() {
    if (writing.isPending) return
    const wrong = {
      ...(typed.name.trim() === '' && { name: 'Please give it a name.' }),
      ...(typed.reply.trim() === '' && { reply: 'Please write the text.' }),
    }
    setProblem(wrong)
    if (Object.keys(wrong).length > 0) return
    try {
      const place = saved && version.current !== undefined ? { id: saved.id, version: version.current } : {}
      await writing.mutateAsync({ ...typed, ...place })
      draft.clear()
      onClose()
      await toast({ title: 'Saved', description: typed.name, tone: 'success', about: 'saved-replies' })
    } catch (error) {
      const { message, code, details } = toRequestError(error)
      const theirs = code === 'conflict' ? (details as { current?: SavedReply } | null)?.current : undefined
      if (theirs) version.current = theirs.version
      setProblem({ all: theirs ? `${message} It now says: “${theirs.reply}”. Save again to replace it.` : message })
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      className="mt-4 grid max-w-[38rem] gap-y-4 border-mulberry border-l-2 pl-5"
    >
      <h3 ref={focusNow} tabIndex={-1} className="wrap-any text-name leading-tight outline-none">
        {saved ? `Change ${saved.name}` : 'New saved reply'}
      </h3>
      <DraftOffer draft={draft} />
      <Field
        label="Name"
        hint="Only you see it."
        value={typed.name}
        onChange={({ target }) => change({ name: target.value })}
        {...limitCharacters(100)}
        autoComplete="off"
        error={problem.name}
      />
      <FieldFrame
        label="Text"
        hint="{name} becomes the customer’s first name, {order} the order number."
        error={problem.reply}
      >
        {(bound) => (
          <textarea
            {...bound}
            value={typed.reply}
            onChange={({ target }) => change({ reply: target.value })}
            rows={6}
            {...limitCharacters(longestReply)}
            className={`field-sizing-content mt-1 max-h-[28rem] min-h-36 resize-y leading-[1.5] ${inputLook}`}
          />
        )}
      </FieldFrame>
      <p role="alert" className="wrap-any text-mulberry empty:hidden">
        {problem.all}
      </p>
      <FormActions
        label="Save"
        busyLabel="Saving…"
        busy={writing.isPending}
        onCancel={() => {
          draft.clear()
          onClose()
        }}
      />
    </form>
  )
}

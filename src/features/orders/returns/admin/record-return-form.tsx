import { useState } from 'react'
import { shopToday } from '#admin/shop-now.ts'
import { formatDay } from '#base/calendar-day.ts'
import { createMessageIds, toRequestError } from '#platform/client/functions.ts'
import { fieldErrors } from '#platform/client/send-form.ts'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { usePlainForm } from '#ui/form/use-plain-form.ts'
import { limitCharacters } from '#ui/limit-characters.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { undoMs } from '../../admin/status/use-status-changes.ts'
import { FormBox } from '../../page/form-box.tsx'
import { chosenLines, LineChoice } from '../line-choice.tsx'
import { longestReason, type ReturnKind } from '../return.ts'
import type { RecordableReturn } from './record-return.ts'
import { useRecordReturn, useUndoReturn } from './return-queries.ts'

const kindChoices: Record<ReturnKind, string> = {
  withdrawal: 'Withdrawal: they changed their mind',
  fault: 'Fault: something is wrong with it',
  other: 'Another return',
}

type FormProps = { orderNumber: string; recordable: RecordableReturn; hasEmail: boolean; onClose: () => void }

/** The button that opens the form for a return that came by e-mail or telephone. */
export function RecordReturn({ isOpen, onOpen, ...form }: FormProps & { isOpen: boolean; onOpen: () => void }) {
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen) {
    return (
      <div className="pt-3">
        <RecordForm {...form} />
      </div>
    )
  }
  return (
    <TextButton
      ref={wasOpen ? focusNow : undefined}
      onClick={() => {
        setWasOpen(true)
        onOpen()
      }}
    >
      Record a return that came by e-mail or telephone
    </TextButton>
  )
}

const nothing: RecordableReturn['kinds'][number] = { kind: 'withdrawal', lines: [] }

const cancelling =
  'You haven’t begun this order, so what they withdraw from is cancelled and refunded at once. This can’t be undone.'

function RecordForm({ orderNumber, recordable, hasEmail, onClose }: FormProps) {
  const { kinds, cancels: canCancel, ordered_on, cancel_days, withdraw_until } = recordable
  const [idOf] = useState(() => createMessageIds())
  const [chosen, setChosen] = useState<ReturnKind>()
  const record = useRecordReturn()
  const undo = useUndoRecorded()
  const shown = kinds.find((each) => each.kind === chosen) ?? kinds[0]
  const { kind, lines } = shown ?? nothing
  const cancels = kind === 'withdrawal' && canCancel
  const form = usePlainForm<string>(async (typed) => {
    const pieces = chosenLines(lines, typed)
    if (pieces.length === 0) return { form: 'Please choose at least one garment.' }
    const { day = '', reason = '' } = typed
    const body = { order_number: orderNumber, kind, lines: pieces, reason, day, cancels }
    const id = idOf(body)
    try {
      const { stopped } = await record.mutateAsync({ id, ...body })
      onClose()
      void toast({
        title: stopped ? 'Cancelled and refunded' : 'Return recorded',
        description: hasEmail ? 'The customer gets an e-mail in a minute.' : 'The order has no e-mail address.',
        tone: 'success',
        about: 'returns',
        ...(!stopped && { action: { label: 'Undo', onPress: () => void undo.press(id) }, lastsMs: undoMs }),
      })
      return null
    } catch (error) {
      const { details, message, isUnreachable } = toRequestError(error)
      const wrong = fieldErrors(details).filter(({ path }) => path === 'day' || path === 'reason')
      if (wrong.length > 0) return Object.fromEntries(wrong.map(({ path, message }) => [path, message]))
      return { form: isUnreachable ? `${message} Press again: it’s only recorded once.` : message }
    }
  })
  const today = shopToday()
  return (
    <FormBox
      form={form}
      title="Record a return"
      lead={cancels ? cancelling : undefined}
      send={cancels ? 'Record it and refund' : hasEmail ? 'Record it and e-mail the customer' : 'Record it'}
      onLeave={onClose}
    >
      <SelectField
        label="What the customer wants"
        value={kind}
        onChange={({ target }) => setChosen(target.value as ReturnKind)}
        choices={kinds.map((each) => ({ id: each.kind, name: kindChoices[each.kind] }))}
        prompt={null}
      />
      <fieldset>
        <legend className="label text-ink-soft">Garments</legend>
        {lines.map((line) => (
          <LineChoice key={`${line.id} ${line.left}`} line={line} isChosen={lines.length === 1} />
        ))}
      </fieldset>
      <Field
        label="Day they told you"
        type="date"
        name="day"
        required
        defaultValue={today}
        min={ordered_on}
        max={today}
        hint={kind === 'withdrawal' ? periodText(withdraw_until, cancel_days) : undefined}
        error={form.errors.day}
        className="max-w-80"
      />
      <FieldFrame
        label={kind === 'fault' ? 'What’s wrong, in their words' : 'What they said (optional)'}
        hint={hasEmail ? 'The customer sees this in the e-mail.' : undefined}
        error={form.errors.reason}
      >
        {(bound) => (
          <textarea
            dir="auto"
            {...bound}
            name="reason"
            required={kind === 'fault'}
            rows={3}
            {...limitCharacters(longestReason)}
            className={`mt-1 ${inputLook} field-sizing-content max-h-[24rem] min-h-24 resize-y leading-[1.5]`}
          />
        )}
      </FieldFrame>
    </FormBox>
  )
}

/** When the time to withdraw ends, or ended. */
function periodText(until: string | null, cancelDays: number): string {
  if (until === null)
    return `They have ${cancelDays} days to withdraw from the day it reaches them. The day they told you counts.`
  const day = formatDay(new Date(until))
  return until < shopToday()
    ? `Their ${cancelDays} days to withdraw ended on ${day}. The day they told you counts.`
    : `Their ${cancelDays} days to withdraw end on ${day}. The day they told you counts.`
}

/** POST undo-return, with a notice of what became of it. */
export function useUndoRecorded() {
  const undo = useUndoReturn()
  return {
    isPending: undo.isPending,
    async press(id: string) {
      if (undo.isPending) return
      try {
        await undo.mutateAsync({ id })
        await toast({ title: 'Undone', description: 'The customer gets no e-mail.', tone: 'success', about: 'returns' })
      } catch (error) {
        const { message } = toRequestError(error)
        await toast({ title: 'Not undone', description: message, tone: 'error', about: 'returns' })
      }
    },
  }
}

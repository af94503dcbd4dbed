import { useState } from 'react'
import { clothsOf, hasOnlySamples } from '#features/catalogue/samples.ts'
import { call, createMessageIds } from '#platform/client/functions.ts'
import { notReached, sendForm } from '#platform/client/send-form.ts'
import { FieldFrame, inputLook } from '#ui/field.tsx'
import { usePlainForm } from '#ui/form/use-plain-form.ts'
import { limitCharacters } from '#ui/limit-characters.ts'
import { FormBox } from '../page/form-box.tsx'
import { chosenLines, LineChoice, type ReturnableLine } from './line-choice.tsx'
import { PhotographsField, usePhotographs } from './photographs-field.tsx'
import { longestReason, mostPhotographs, type ReturnKind, returnPhotographs } from './return.ts'

const words = {
  withdrawal: {
    title: 'Withdraw from this contract',
    lead: 'Tick what you’re withdrawing from. You don’t need to give a reason. We’ll confirm by e-mail at once.',
    reason: 'Anything you would like us to know (optional)',
    send: 'Confirm withdrawal',
  },
  fault: {
    title: 'What’s wrong?',
    lead: 'We’ll put it right at no cost to you, postage included.',
    reason: 'What’s wrong, and where',
    send: 'Send',
  },
}

const stopping =
  'We haven’t started on your order, so what you withdraw from is cancelled and refunded at once. This can’t be undone.'

/** Where fabric samples are all there is to declare: one set, chosen already. */
const sampleWords = {
  withdrawal: { lead: 'You don’t need to give a reason. We’ll confirm by e-mail at once.' },
  fault: { reason: 'What’s wrong, and with which fabric' },
}

/**
 * The second step of a declaration: its garments, its reason, and the button that sends it. `token`: of the order's
 * link.
 */
export function ReturnForm({
  token,
  kind,
  isNotBegun,
  lines,
  onSent,
  onStale,
  onLeave,
}: {
  token: string
  kind: Exclude<ReturnKind, 'other'>
  /** Whether nothing of the order is begun, so that a withdrawal cancels at once. */
  isNotBegun: boolean
  lines: ReturnableLine[]
  onSent: () => Promise<void>
  /** The order has changed meanwhile. */
  onStale: () => Promise<void>
  onLeave: () => void
}) {
  const [idOf] = useState(() => createMessageIds())
  const photos = usePhotographs({ bucket: returnPhotographs, reserve: () => call('return-photograph', { token }) })
  const isSamples = hasOnlySamples(lines)
  const { title, lead, reason, send } = { ...words[kind], ...(isSamples && sampleWords[kind]) }
  const isStopping = kind === 'withdrawal' && isNotBegun
  const form = usePlainForm<string>(async (typed) => {
    if (photos.left > 0) return { form: 'Your photographs are still uploading. Please wait a moment.' }
    const chosen = chosenLines(lines, typed)
    if (chosen.length === 0)
      return { form: isSamples ? 'Please tick the samples.' : 'Please choose at least one garment.' }
    const declared = { kind, lines: chosen, reason: typed.message ?? '', photographs: photos.names }
    const fields = ['reason', 'photographs']
    const wrong = await sendForm('request-return', { token, id: idOf(declared), ...declared }, { fields })
    if (!wrong) await onSent()
    else if (wrong.form !== undefined && wrong.form !== notReached) await onStale()
    return wrong && { ...wrong, message: wrong.reason }
  })
  return (
    <FormBox form={form} title={title} lead={isStopping ? `${lead} ${stopping}` : lead} send={send} onLeave={onLeave}>
      <fieldset>
        <legend className="label text-ink-soft">
          {isSamples ? 'Samples' : lines.some(({ size }) => clothsOf(size)) ? 'Garments and samples' : 'Garments'}
        </legend>
        {lines.map((line) => (
          <LineChoice key={line.id} line={line} isChosen={kind === 'withdrawal' || lines.length === 1} />
        ))}
      </fieldset>
      <FieldFrame label={reason} error={form.errors.message}>
        {(bound) => (
          <textarea
            dir="auto"
            {...bound}
            name="message"
            required={kind === 'fault'}
            rows={3}
            {...limitCharacters(longestReason)}
            className={`mt-1 ${inputLook} field-sizing-content max-h-[24rem] min-h-24 resize-y leading-[1.5]`}
          />
        )}
      </FieldFrame>
      {kind === 'fault' && (
        <PhotographsField
          photos={photos}
          most={mostPhotographs}
          hint={`Up to ${mostPhotographs}: a close-up of the fault${isSamples ? '' : ' and one of the whole garment'}. Only we see them.`}
          error={form.errors.photographs}
        />
      )}
      {kind === 'withdrawal' && !isSamples && !isNotBegun && (
        <p className="text-ink-soft text-small">
          A garment made to your own measurements or changed to your wishes is different: the law gives no right to
          withdraw from it. You can still tell us, and we’ll answer you. A hem for your height doesn’t count as a
          change.
        </p>
      )}
    </FormBox>
  )
}

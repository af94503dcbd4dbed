import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { fileInputLook } from '#admin/text-file.ts'
import { useCarriers } from '#features/settings/admin/settings-queries.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { FieldFrame, inputLook } from '#ui/field.tsx'
import type { Ask, Question } from '#ui/question-dialog.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { OrderRow } from '../order.ts'
import { type BulkResult, changeOrders } from '../status/change-order.ts'
import { isColumn, readPastedNumbers } from '../tracking/read-pasted-numbers.ts'
import type { FileNumbers } from '../tracking/read-tracking-file.ts'
import { CarrierField, formatOf, isDispatchEmailed, usualCarrier } from '../tracking/tracking-form.tsx'
import { doubles, plainNumber, trackingWarning } from '../tracking/tracking-format.ts'

type BulkTrackingProps = {
  picked: readonly OrderRow[]
  ask: Ask
  /** `emailCount`: how many customers get an e-mail. */
  onDone: (results: BulkResult[], emailCount: number) => void
  onClose: () => void
}

/** `numbers`: by the orders' ids. */
type TrackingNumbers = { numbers: Record<string, string>; carrier: string }

/**
 * One tracking number field for each selected order. Enter moves to the next field: a barcode scanner ends with Enter.
 */
export function BulkTracking({ picked, ask, onDone, onClose }: BulkTrackingProps) {
  const carriers = useCarriers()
  /** What the last paste or file gave. */
  const [filledNote, setFilledNote] = useState<string | null>(null)
  const [fileProblem, setFileProblem] = useState<string | null>(null)
  const { register, watch, setValue, setError, clearErrors, handleSubmit, formState } = useForm<TrackingNumbers>({
    reValidateMode: 'onSubmit',
    defaultValues: { numbers: Object.fromEntries(picked.map(({ id }) => [id, ''])), carrier: usualCarrier(carriers) },
  })
  const { numbers, carrier } = watch()
  const format = formatOf(carriers, carrier)
  const { mutate, isPending: busy } = useMutation({
    mutationFn: changeOrders,
    onError(error) {
      setError('root', { message: `Failed to add tracking numbers. ${toRequestError(error).message}` })
    },
    onSuccess: (results) =>
      onDone(
        results,
        results.filter((result) => result.ok && isDispatchEmailed(beforeOf(result.order), result.order)).length,
      ),
  })
  const form = useRef<HTMLFormElement>(null)
  const twice = doubles(Object.values(numbers))
  const beforeOf = ({ id }: OrderRow) => picked.find((order) => order.id === id)
  const filled = picked.filter(({ id }) => numbers[id]?.trim())

  useEffect(() => form.current?.querySelector<HTMLElement>('[data-next]')?.focus(), [])

  /** A column fills the orders in the order shown, and two columns by order number. Nothing is sent. */
  function fill(text: string) {
    const { numbers: read, unknown } = readPastedNumbers(text, picked)
    for (const [id, number] of Object.entries(read)) setValue(`numbers.${id}`, number.slice(0, 100))
    setFilledNote(pastedLabel({ filled: Object.keys(read).length, unknown }, picked.length))
    setFileProblem(null)
    clearErrors()
  }

  /** The file that Click & Drop exports. Nothing is sent. */
  async function takeFile({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (!file) return
    setFilledNote(null)
    setFileProblem(null)
    const read = await readFile(file, picked)
    // The same file, chosen again after a change, is read again.
    target.value = ''
    if ('problem' in read) return setFileProblem(read.problem)
    for (const [id, number] of Object.entries(read.numbers)) setValue(`numbers.${id}`, number.slice(0, 100))
    setFilledNote(fileLabel(read, picked.length))
    clearErrors()
  }

  function onPaste(event: ClipboardEvent<HTMLElement>) {
    const text = event.clipboardData.getData('text/plain')
    if (!isColumn(text)) return
    event.preventDefault()
    fill(text)
  }

  const add = handleSubmit(async () => {
    if (busy) return
    if (filled.length === 0) return setError('root', { message: 'Please enter a tracking number.' })
    const typed = filled.map(({ id }) => numbers[id]?.trim() ?? '')
    const odd = typed.filter((number) => twice.has(plainNumber(number)) || trackingWarning(carrier, number, format))
    const question = oddNumbersQuestion(carrier, [...new Set(odd)], typed.length)
    if (question && !(await ask(question))) return
    mutate(
      filled.map(({ id, order_number, version }) => ({
        order_number,
        version,
        tracking_number: numbers[id]?.trim() ?? '',
        shipping_carrier: carrier,
      })),
    )
  })

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const fields = [...(form.current?.querySelectorAll<HTMLElement>('[data-next]') ?? [])]
    fields[fields.indexOf(event.currentTarget) + 1]?.focus()
  }

  return (
    <form
      ref={form}
      onSubmit={add}
      onChange={() => clearErrors()}
      onPaste={onPaste}
      noValidate
      aria-label="Tracking numbers"
      className="max-w-[44rem] pt-6 pb-4"
    >
      <CarrierField {...register('carrier')} />
      <div className="pt-4">
        <label htmlFor="pasted-numbers" className="text-small">
          Paste a column of numbers here, in the order of this list, or order numbers with their tracking numbers beside
          them
        </label>
        <textarea
          id="pasted-numbers"
          rows={2}
          value=""
          // Some phones paste without a paste event; it is no field to type in.
          onChange={({ target }) => target.value.trim().length > 5 && fill(target.value)}
          autoComplete="off"
          spellCheck={false}
          className={inputLook}
        />
        <div className="pt-4">
          <FieldFrame
            label="Or the file with the orders that Click &amp; Drop exports"
            hint="A CSV file with the columns “Order reference” and “Tracking number”."
            error={fileProblem ?? undefined}
          >
            {(bound) => (
              <input
                {...bound}
                type="file"
                accept=".csv,.txt,text/csv,text/plain"
                onChange={(event) => void takeFile(event)}
                className={fileInputLook}
              />
            )}
          </FieldFrame>
        </div>
        <p role="status" className="wrap-any mt-2 text-small empty:hidden">
          {filledNote}
        </p>
      </div>
      <ul className="pt-4">
        {picked.map(({ id, order_number, customer_name, tracking_number }) => {
          const typed = numbers[id] ?? ''
          const warning = twice.has(plainNumber(typed))
            ? 'The same parcel for both? This number is entered twice.'
            : trackingWarning(carrier, typed, format)
          return (
            <li key={id} className="grid gap-x-6 py-2 sm:grid-cols-[15rem_minmax(0,1fr)]">
              <label htmlFor={`number-${id}`} className="wrap-any self-center text-small">
                <span className="font-medium">{order_number}</span> <bdi>{customer_name}</bdi>
                {tracking_number && <span className="text-ink-soft"> has {tracking_number}</span>}
              </label>
              <div>
                <input
                  id={`number-${id}`}
                  data-next
                  {...register(`numbers.${id}`)}
                  onKeyDown={onKeyDown}
                  maxLength={100}
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                  aria-describedby={warning ? `warning-${id}` : undefined}
                  className={inputLook}
                />
                <p id={`warning-${id}`} className="text-ink-soft text-small empty:hidden">
                  {warning}
                </p>
              </div>
            </li>
          )
        })}
      </ul>
      <p role="alert" className="pt-3 text-mulberry empty:hidden">
        {formState.errors.root?.message}
      </p>
      <p className="flex flex-wrap items-center gap-x-7 pt-4">
        <Button type="submit" data-next aria-disabled={busy}>
          {busy ? 'Adding…' : addLabel(filled.length)}
        </Button>
        <TextButton onClick={onClose}>Cancel</TextButton>
      </p>
    </form>
  )
}

/** One question for all numbers that look wrong or were entered twice; null where none was. */
function oddNumbersQuestion(carrier: string, odd: readonly string[], total: number): Question<'yes'> | null {
  const [first] = odd
  if (first === undefined) return null
  const those = odd.length === 1 ? `${first} doesn’t` : `${odd.length} of ${total} numbers don’t`
  return {
    title: `${those} look right. Save ${odd.length === 1 ? 'it' : 'them'} anyway?`,
    body: [
      ...(odd.length > 1 ? [`${odd.join(', ')}.`] : []),
      `Please compare ${odd.length === 1 ? 'it' : 'them'} with the ${carrier} label, and check that no two orders have the same number.`,
    ],
    choices: [{ id: 'yes', label: odd.length === 1 ? 'Save it anyway' : 'Save them anyway' }],
  }
}

/** '28 of 30 orders filled. Not in this list: TKW-…' */
function pastedLabel({ filled, unknown }: { filled: number; unknown: readonly string[] }, total: number): string {
  const rest = unknown.length === 0 ? '' : ` No order of this list has: ${unknown.join('; ')}.`
  return `${filledLabel(filled, total)}${rest}`
}

/** '28 of 30 orders filled. … 2 orders have no number in it yet. 5 rows are of other orders.' */
function fileLabel({ numbers, withoutNumber, others }: FileNumbers, total: number): string {
  const missing = withoutNumber === 1 ? '1 order has' : `${withoutNumber} orders have`
  const rest = others === 1 ? '1 row of the file is' : `${others} rows of the file are`
  return [
    filledLabel(Object.keys(numbers).length, total),
    withoutNumber > 0 && `${missing} no number in the file yet.`,
    others > 0 && `${rest} about orders that aren’t in this list.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function filledLabel(filled: number, total: number): string {
  return `${filled} of ${total} ${total === 1 ? 'order' : 'orders'} filled. Nothing is sent before you press the button below.`
}

/** A list of orders is far smaller. */
const mostBytes = 10 * 1_048_576

async function readFile(file: File, picked: readonly OrderRow[]): Promise<FileNumbers | { problem: string }> {
  if (file.size > mostBytes) return { problem: 'This file is too large. Please export fewer orders.' }
  try {
    const { readTrackingFile } = await import('../tracking/read-tracking-file.ts')
    return readTrackingFile(await file.text(), picked)
  } catch {
    return { problem: 'This file couldn’t be read. Please try again.' }
  }
}

function addLabel(count: number): string {
  if (count === 0) return 'Add the numbers'
  return count === 1 ? 'Add 1 number' : `Add ${count} numbers`
}

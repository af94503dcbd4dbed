import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DraftOffer } from '#admin/draft-offer.tsx'
import type { DayRange } from '#features/settings/shop-settings.ts'
import { Field } from '#ui/field.tsx'
import { SaveButton } from './save-button.tsx'
import { useSettingForm } from './use-setting-form.ts'

type AddDaysOffProps = {
  today: string
  save: (range: DayRange) => Promise<void>
  /** Called with the chosen range, or null while it is invalid. */
  onChoose: (range: DayRange | null) => void
  /** The effect of the chosen range; shown between the fields and the button. */
  children: ReactNode
}

/** Adds a day or a range of days off, from today on. */
export function AddDaysOff({ today, save, onChoose, children }: AddDaysOffProps) {
  const element = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<{ from?: string; until?: string }>({})
  async function add(range: DayRange) {
    await save(toRange(range))
    onChoose(null)
  }
  const form = useSettingForm<DayRange>({ from: '', until: '' }, add, {
    name: 'days_off',
    onContinue: choose,
  })
  const { from, until } = form.value

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = whatIsWrong({ from, until }, today)
    // Renders the error before the field gets the focus and is read out.
    flushSync(() => setWrong(found))
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (found.from || found.until) first?.focus()
    else form.submit()
  }

  function type(range: DayRange) {
    setWrong({})
    form.type(range)
    choose(range)
  }

  function choose(range: DayRange) {
    const isFine = Object.keys(whatIsWrong(range, today)).length === 0
    onChoose(isFine ? toRange(range) : null)
  }

  return (
    <form ref={element} onSubmit={submit} noValidate className="mt-7 grid gap-x-6 gap-y-5 sm:grid-cols-2">
      <DraftOffer draft={form.draft} className="sm:col-span-2" />
      <Field
        label="First day off"
        name="from"
        type="date"
        required
        min={today}
        value={from}
        onChange={({ target }) => type({ from: target.value, until })}
        error={wrong.from ?? form.problem}
      />
      <Field
        label="Last day off"
        name="until"
        type="date"
        min={from || today}
        value={until}
        onChange={({ target }) => type({ from, until: target.value })}
        hint="Leave blank for a single day."
        error={wrong.until}
      />
      {children}
      <SaveButton {...form} label="Add days off" />
    </form>
  )
}

/** Without a last day, the range is a single day. */
function toRange({ from, until }: DayRange): DayRange {
  return { from, until: until || from }
}

function whatIsWrong({ from, until }: DayRange, today: string): { from?: string; until?: string } {
  if (!from) return { from: 'Please enter the first day.' }
  if (from < today) return { from: 'This day is in the past.' }
  return until && until < from ? { until: 'The last day can’t be before the first.' } : {}
}

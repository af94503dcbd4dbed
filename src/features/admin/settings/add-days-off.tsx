import type { DayRange } from '#features/settings/day-ranges.ts'
import { Field } from '#ui/field.tsx'
import { SaveButton } from './save-button.tsx'
import { useTyped } from './use-typed.ts'

/** One day or several, from now on. */
export function AddDaysOff({ today, save }: { today: string; save: (range: DayRange) => Promise<string | null> }) {
  const form = useTyped<DayRange>({ from: '', until: '' }, ({ from, until }) => save({ from, until: until || from }))
  const { from, until } = form.value
  return (
    <form onSubmit={form.submit} className="mt-7 grid gap-x-6 gap-y-5 sm:grid-cols-2">
      <Field
        label="First day off"
        name="from"
        type="date"
        required
        min={today}
        value={from}
        onChange={({ target }) => form.type({ from: target.value, until })}
        error={form.problem}
      />
      <Field
        label="Last day off"
        name="until"
        type="date"
        min={from || today}
        value={until}
        onChange={({ target }) => form.type({ from, until: target.value })}
        hint="Leave it empty for a single day."
      />
      <SaveButton {...form} label="Add days off" />
    </form>
  )
}

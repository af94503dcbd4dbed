import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { DraftOffer } from '#admin/draft-offer.tsx'
import { useDraft } from '#admin/use-draft.ts'
import type { DayRange } from '#features/settings/shop-settings.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { Field } from '#ui/field.tsx'
import { SaveButton } from './setting-form.tsx'

type AddDaysOffProps = {
  today: string
  save: (range: DayRange) => Promise<void>
  /** Called with the chosen range, or null while it is invalid. */
  onChoose: (range: DayRange | null) => void
  /** The effect of the chosen range; shown between the fields and the button. */
  children: ReactNode
}

const empty: DayRange = { from: '', until: '' }

/** Adds a day or a range of days off, from today on. */
export function AddDaysOff({ today, save, onChoose, children }: AddDaysOffProps) {
  const { register, watch, reset, setError, clearErrors, handleSubmit, formState } = useForm<DayRange>({
    resolver: zodResolver(rangeSchema(today)),
    reValidateMode: 'onSubmit',
    defaultValues: empty,
  })
  const { errors } = formState
  const typed = watch()
  const draft = useDraft<DayRange>({
    form: 'days-off',
    rowId: '',
    version: '',
    value: typed,
    initial: empty,
    onContinue(stored) {
      reset(stored)
      choose(stored)
    },
  })
  const { mutateAsync, isPending } = useMutation({ mutationFn: save })

  const submit = handleSubmit(async (range) => {
    if (isPending) return
    try {
      await mutateAsync(toRange(range))
      draft.clear()
      reset(empty)
      onChoose(null)
    } catch (error) {
      setError('from', { message: toRequestError(error).message })
    }
  })

  function choose(range: DayRange) {
    onChoose(rangeSchema(today).safeParse(range).success ? toRange(range) : null)
  }

  // `watch()` of this render does not have the change yet.
  const bound = (name: keyof DayRange) =>
    register(name, {
      onChange: ({ target }) => {
        clearErrors()
        choose({ ...typed, [name]: target.value })
      },
    })

  return (
    <form onSubmit={submit} noValidate className="mt-7 grid gap-x-6 gap-y-5 sm:grid-cols-2">
      <DraftOffer draft={draft} className="sm:col-span-2" />
      <Field label="First day off" {...bound('from')} type="date" required min={today} error={errors.from?.message} />
      <Field
        label="Last day off"
        {...bound('until')}
        type="date"
        min={typed.from || today}
        hint="Leave blank for a single day."
        error={errors.until?.message}
      />
      {children}
      <SaveButton busy={isPending} isChanged={typed.from !== '' || typed.until !== ''} label="Add days off" />
    </form>
  )
}

/** Without a last day, the range is a single day. */
function toRange({ from, until }: DayRange): DayRange {
  return { from, until: until || from }
}

function rangeSchema(today: string) {
  return z
    .object({
      from: z
        .string()
        .min(1, 'Please enter the first day.')
        .refine((from) => from === '' || from >= today, 'This day is in the past.'),
      until: z.string(),
    })
    .refine(({ from, until }) => !until || until >= from, {
      path: ['until'],
      message: 'The last day can’t be before the first.',
    })
}

import { useForm } from 'react-hook-form'
import { toRequestError } from '#platform/client/functions.ts'
import { Field } from '#ui/field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { Board } from '../board.contract.ts'
import { type ClothNeed, clothNeeds } from './arrange-pieces.ts'
import { metresLabel, stockLabel } from './board-labels.ts'
import { useCountCloth } from './board-queries.ts'

/** The metres of each cloth to cut, and its stock. Nothing where no garment has its metres. */
export function ClothFold({ board }: { board: Board }) {
  const needs = clothNeeds(board.pieces, board).filter(({ all, left }) => all > 0 || left !== null)
  if (needs.length === 0) return null
  const short = needs.filter((need) => stockLabel(need)?.isShort)
  const sum = (name: 'today' | 'week') => metresLabel(needs.reduce((metres, need) => metres + need[name], 0))
  return (
    <details className="border-line border-b py-1">
      <summary className="min-h-11 cursor-pointer py-2.5">
        Cloth: {sum('today')} to leave today, {sum('week')} this week
        {short.length > 0 && (
          <span className="block font-medium text-mulberry">
            {short.map((need) => `${need.cloth}: ${stockLabel(need)?.text}`).join(' ')}
          </span>
        )}
      </summary>
      <ul className="grid gap-x-10 lg:grid-cols-2">
        {needs.map((need) => (
          <Cloth key={need.cloth} need={need} />
        ))}
      </ul>
    </details>
  )
}

function Cloth({ need }: { need: ClothNeed }) {
  const { cloth, widthCm, today, week, all, unknown, left } = need
  const stock = stockLabel(need)
  return (
    <li className="border-line border-t py-3">
      <p className="wrap-any font-medium">
        {cloth}
        {widthCm && <span className="font-normal text-ink-soft">, {widthCm} cm wide</span>}
      </p>
      <p className="text-small">
        Today {metresLabel(today)}, this week {metresLabel(week)}, all to cut {metresLabel(all)}
        {unknown > 0 && `, and ${unknown === 1 ? 'one piece' : `${unknown} pieces`} without metres`}.
      </p>
      {stock && <p className={`text-small ${stock.isShort ? 'font-medium text-mulberry' : ''}`}>{stock.text}</p>}
      <CountForm cloth={cloth} left={left} />
    </li>
  )
}

/** The stock, counted by the owner. What is cut from then on is taken off. */
function CountForm({ cloth, left }: { cloth: string; left: number | null }) {
  const { register, getValues, handleSubmit, reset, setError, formState } = useForm({ defaultValues: { metres: '' } })
  const count = useCountCloth()
  const save = handleSubmit(async ({ metres: typed }) => {
    if (count.isPending) return
    const text = typed.trim().replace(',', '.')
    if (!/^\d{1,4}(\.\d{1,2})?$/.test(text)) {
      setError('metres', { message: 'Metres, such as 12.5.' })
      return
    }
    const isSaved = await write(Number(text), 'Counted')
    // What is typed meanwhile stays.
    if (isSaved && getValues('metres') === typed) reset({ metres: '' })
  })
  async function write(metres: number | null, title: string): Promise<boolean> {
    try {
      await count.mutateAsync({ cloth, metres })
      const undo = { action: { label: 'Undo', onPress: () => void write(left, 'Undone') } }
      await toast({
        title,
        description: `${cloth}: ${metres === null ? 'not counted' : metresLabel(metres)}.`,
        tone: 'success',
        about: `cloth-${cloth}`,
        ...(title === 'Undone' ? {} : undo),
      })
      return true
    } catch (error) {
      setError('metres', { message: toRequestError(error).message })
      return false
    }
  }
  return (
    <form noValidate onSubmit={save} className="mt-1 flex items-end gap-x-5">
      <Field
        label={left === null ? 'In stock, in metres' : 'Counted now, in metres'}
        inputMode="decimal"
        autoComplete="off"
        error={formState.errors.metres?.message}
        {...register('metres')}
        className="w-44"
      />
      <TextButton type="submit" aria-disabled={count.isPending} aria-label={`Save the metres of ${cloth}`}>
        Save
      </TextButton>
      {left !== null && (
        <TextButton aria-label={`Keep no count of ${cloth}`} onClick={() => void write(null, 'No count is kept')}>
          Keep no count
        </TextButton>
      )}
    </form>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FocusEvent, type KeyboardEvent, useId, useState } from 'react'
import { call, read, toRequestError } from '#platform/client/functions.ts'
import { Field } from '#ui/field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { printedSize } from '../sizes/size.ts'
import type { GarmentCloth } from './cloth.contract.ts'

type Typed = { cloth: string; width: string; metres: Record<string, string> }
type ClothFieldsProps = { productId: string; sizes: readonly string[] }

/** What a garment is cut from, for the board's sums. Each field is saved when it is left, with an undo. */
export function ClothFields({ productId, sizes }: ClothFieldsProps) {
  const { data, failureReason } = useQuery({
    queryKey: keyOf(productId),
    queryFn: () => read('garment-cloth', { product_id: productId }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  if (failureReason && !data) return <p className="text-mulberry text-small">{failureReason.message}</p>
  if (!data) return null
  return <Fields productId={productId} sizes={sizes} cloth={data.cloth} names={data.names} />
}

const keyOf = (productId: string) => ['garment-cloth', productId]

type FieldsProps = ClothFieldsProps & { cloth: GarmentCloth | null; names: readonly string[] }

function Fields({ productId, sizes, cloth, names }: FieldsProps) {
  const client = useQueryClient()
  const list = useId()
  const [typed, setTyped] = useState<Typed>(() => typedOf(cloth))
  const [before, setBefore] = useState<GarmentCloth | null | undefined>(undefined)
  const saving = useMutation({
    mutationFn: (wanted: GarmentCloth | null) => call('save-garment-cloth', { product_id: productId, cloth: wanted }),
    onSuccess: (saved) => client.setQueryData(keyOf(productId), { ...saved, names }),
  })
  const problems = problemsOf(typed)
  const error = saving.error && toRequestError(saving.error).message

  function save() {
    if (Object.keys(problems).length > 0) return
    const wanted = clothOf(typed)
    if (JSON.stringify(wanted) === JSON.stringify(clothOf(typedOf(cloth)))) return
    saving.mutate(wanted, { onSuccess: () => setBefore(cloth) })
  }
  function undo() {
    if (before === undefined) return
    setTyped(typedOf(before))
    saving.mutate(before, { onSuccess: () => setBefore(undefined) })
  }
  const field = {
    autoComplete: 'off',
    onBlur: (_: FocusEvent) => save(),
    // Enter would save the product, without this.
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      event.currentTarget.blur()
    },
  }
  return (
    <fieldset className="grid gap-y-4 border-line border-t pt-7">
      <legend className="float-left w-full font-serif text-lead leading-tight">What it is cut from</legend>
      <p className="text-ink-soft text-small">
        For your board. Customers don’t see it. Each field is saved when you leave it.
      </p>
      <Field
        {...field}
        label="Cloth"
        list={list}
        placeholder="Washed linen, oat"
        maxLength={80}
        value={typed.cloth}
        error={problems.cloth}
        onChange={({ target }) => setTyped({ ...typed, cloth: target.value })}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field
        {...field}
        label="Width of the cloth, in cm"
        inputMode="numeric"
        value={typed.width}
        error={problems.width}
        onChange={({ target }) => setTyped({ ...typed, width: target.value })}
        className="max-w-48"
      />
      <div className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
        {sizes.map((size) => (
          <Field
            {...field}
            key={size}
            label={`Metres for ${printedSize(size)}`}
            inputMode="decimal"
            value={typed.metres[size] ?? ''}
            error={problems[`metres ${size}`]}
            onChange={({ target }) => setTyped({ ...typed, metres: { ...typed.metres, [size]: target.value } })}
          />
        ))}
      </div>
      <p role="status" className="min-h-11 text-small">
        {error && <span className="text-mulberry">{error}</span>}
        {!error && before !== undefined && !saving.isPending && (
          <>
            Saved. <TextButton onClick={undo}>Undo</TextButton>
          </>
        )}
      </p>
    </fieldset>
  )
}

function typedOf(cloth: GarmentCloth | null): Typed {
  const metres = Object.entries(cloth?.metres ?? {}).map(([size, amount]) => [size, String(amount)])
  return { cloth: cloth?.cloth ?? '', width: cloth?.width_cm?.toString() ?? '', metres: Object.fromEntries(metres) }
}

function numberOf(text: string): number {
  return Number(text.trim().replace(',', '.'))
}

function clothOf({ cloth, width, metres }: Typed): GarmentCloth | null {
  if (!cloth.trim()) return null
  const given = Object.entries(metres).filter(([, text]) => text.trim())
  return {
    cloth: cloth.trim(),
    width_cm: width.trim() ? numberOf(width) : null,
    metres: Object.fromEntries(given.map(([size, text]) => [size, numberOf(text)])),
  }
}

/** The message at each field that cannot be saved, by 'cloth', 'width' and 'metres SIZE'. */
function problemsOf({ cloth, width, metres }: Typed): Record<string, string> {
  const problems: Record<string, string> = {}
  const amounts = Object.entries(metres).filter(([, text]) => text.trim())
  if (!cloth.trim() && (width.trim() || amounts.length > 0)) problems.cloth = 'Please name the cloth.'
  const cm = numberOf(width)
  if (width.trim() && !(Number.isInteger(cm) && cm >= 20 && cm <= 400)) problems.width = 'Whole centimetres, 20 to 400.'
  for (const [size, text] of amounts) {
    const isAmount = /^\d{1,2}([.,]\d{1,2})?$/.test(text.trim()) && numberOf(text) > 0 && numberOf(text) <= 50
    if (!isAmount) problems[`metres ${size}`] = 'Metres, such as 2.4.'
  }
  return problems
}

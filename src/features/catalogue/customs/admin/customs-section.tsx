import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { DraftOffer } from '#admin/draft-offer.tsx'
import { useDraft } from '#admin/use-draft.ts'
import { joinNames } from '#base/names.ts'
import { call, read, toRequestError } from '#platform/client/functions.ts'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Field } from '#ui/field.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { printedSize } from '../../sizes/size.ts'
import type { StoredCustoms } from '../customs.contract.ts'
import { formatCode, maxCustomsDescription, originChoices, tariffUrl, weaves } from '../customs.ts'
import { suggestCode } from '../suggest-code.ts'
import { type CustomsField, checkCustoms, missingAbroad, type TypedCustoms, typedCustoms } from './customs-form.ts'

/** Saves what was typed; false where it could not be, and the section says why. */
export type SaveCustoms = () => Promise<boolean>

export type CustomsSectionProps = {
  productId: string
  sizes: readonly string[]
  name: string
  kind: string | null
  fabric: string | null
  /** Whether the form was opened for it: it takes the focus. */
  isWanted: boolean
  /** The form calls it when the garment is saved. */
  onSave: RefObject<SaveCustoms | null>
}

/** What customs and the post office need to know of a garment. It is saved with the garment. */
export function CustomsSection(props: CustomsSectionProps) {
  const { productId } = props
  const key = ['product-customs', productId]
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => read('product-customs', { product_id: productId }),
    refetchOnWindowFocus: false,
  })
  const { isWanted } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const isThere = data !== undefined
  useEffect(() => {
    if (!isWanted || !isThere) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [isWanted, isThere])
  return (
    <section aria-labelledby="customs" className="border-line border-t pt-6">
      <h4 id="customs" ref={heading} tabIndex={-1} className="font-serif text-[1.3125rem] outline-none">
        Postage and customs
      </h4>
      {data ? (
        <CustomsFields {...props} stored={data} onStored={(stored) => client.setQueryData(key, stored)} />
      ) : error ? (
        <CouldNotLoad problem={`This couldn’t be loaded. ${error.message}`} onRetry={() => void refetch()} />
      ) : (
        <LoadingSkeleton label="Loading" count={3} />
      )}
    </section>
  )
}

type FieldsProps = CustomsSectionProps & { stored: StoredCustoms; onStored: (stored: StoredCustoms) => void }

function CustomsFields({ productId, sizes, onSave, isWanted: _, stored, onStored, ...garment }: FieldsProps) {
  const held = typedCustoms(stored)
  const [typed, setTyped] = useState(held)
  const [problems, setProblems] = useState<Partial<Record<CustomsField | 'all', string>>>({})
  const [bySize, setBySize] = useState(Object.keys(held.sizes).length > 0)
  const change = (part: Partial<TypedCustoms>) => {
    setTyped((before) => ({ ...before, ...part }))
    setProblems({})
  }
  const draft = useDraft({
    form: 'customs',
    rowId: productId,
    version: String(stored.version),
    value: typed,
    initial: held,
    onContinue: (value) => {
      change(value)
      setBySize(Object.keys(value.sizes).length > 0)
    },
  })

  // After every rendering, so that the form saves what is typed now.
  useEffect(() => {
    onSave.current = async () => {
      if (JSON.stringify(typed) === JSON.stringify(held)) return true
      const checked = checkCustoms(typed)
      if ('problems' in checked) {
        setProblems(checked.problems)
        return false
      }
      try {
        const saved = await call('product-customs', {
          product_id: productId,
          version: stored.version,
          customs: checked.customs,
        })
        onStored(saved)
        setTyped(typedCustoms(saved))
        draft.clear()
        return true
      } catch (error) {
        setProblems({ all: `Postage and customs weren’t saved. ${toRequestError(error).message}` })
        return false
      }
    }
    return () => {
      onSave.current = null
    }
  })

  const missing = missingAbroad(typed, sizes)
  return (
    <div className="grid gap-x-8 gap-y-6 pt-2 sm:grid-cols-2">
      <div className="grid gap-y-3 sm:col-span-2">
        <p className="max-w-[38em] text-ink-soft text-small">
          For parcels abroad and for Click &amp; Drop. No customer sees it, and it’s saved with the garment.
        </p>
        <DraftOffer draft={draft} />
        <p role="alert" className="text-mulberry text-small empty:hidden">
          {problems.all}
        </p>
        {missing.length > 0 && (
          <p className="border-mulberry border-l-2 pl-4 text-small">
            To post it abroad, it still needs {joinNames(missing)}. It can be sold without.
          </p>
        )}
      </div>
      <div className="sm:col-span-2">
        <Field
          label="Weight in grams"
          name="weight_grams"
          inputMode="numeric"
          value={typed.weight}
          onChange={({ target }) => change({ weight: target.value })}
          hint="Of one piece, without its packaging."
          error={problems.weight}
          autoComplete="off"
          className="[&_input]:max-w-[12rem]"
        />
        {bySize ? (
          <SizeWeights {...{ typed, sizes, change }} error={problems.sizes} />
        ) : (
          <TextButton onClick={() => setBySize(true)}>Sizes weigh differently</TextButton>
        )}
      </div>
      <SelectField
        label="Woven or knitted"
        name="weave"
        prompt={null}
        choices={[{ id: '', name: 'Not chosen' }, ...weaves]}
        value={typed.weave}
        onChange={({ target }) => change({ weave: target.value as TypedCustoms['weave'] })}
      />
      <SelectField
        label="Made in"
        name="origin"
        prompt={null}
        choices={[{ id: '', name: 'Not chosen' }, ...originChoices()]}
        value={typed.origin}
        onChange={({ target }) => change({ origin: target.value })}
        error={problems.origin}
      />
      <CodeField {...garment} typed={typed} change={change} error={problems.code} />
      <Field
        label="Description for customs"
        name="customs_description"
        maxLength={maxCustomsDescription}
        value={typed.description}
        onChange={({ target }) => change({ description: target.value })}
        hint={`For example: women’s cotton dress. ${typed.description.length} of ${maxCustomsDescription} characters.`}
        error={problems.description}
        autoComplete="off"
      />
    </div>
  )
}

type Part = { typed: TypedCustoms; change: (part: Partial<TypedCustoms>) => void; error: string | undefined }

function SizeWeights({ typed, sizes, change, error }: Part & { sizes: readonly string[] }) {
  const errorId = useId()
  return (
    <fieldset className="mt-5">
      <legend className="label text-ink-soft">Grams of sizes that differ</legend>
      <div className="grid grid-cols-2 gap-x-8 gap-y-4 pt-2 sm:grid-cols-3">
        {sizes.map((size) => (
          <Field
            key={size}
            label={printedSize(size)}
            name={`grams-${size}`}
            inputMode="numeric"
            value={typed.sizes[size] ?? ''}
            placeholder={typed.weight}
            onChange={({ target }) => change({ sizes: { ...typed.sizes, [size]: target.value } })}
            aria-describedby={error ? errorId : undefined}
            autoComplete="off"
            className="[&_input]:max-w-[8rem]"
          />
        ))}
      </div>
      <p id={errorId} role="alert" className="mt-1.5 text-mulberry text-small empty:hidden">
        {error}
      </p>
    </fieldset>
  )
}

/** The commodity code, with a suggestion that only a press takes. */
function CodeField({
  name,
  kind,
  fabric,
  typed,
  change,
  error,
}: Part & Pick<CustomsSectionProps, 'name' | 'kind' | 'fabric'>) {
  const suggestion = suggestCode({ name, kind, fabric, weave: typed.weave || null })
  const isTaken = 'code' in suggestion && typed.code.replaceAll(/[\s.]/g, '').startsWith(suggestion.code)
  return (
    <div>
      <Field
        label="Commodity code"
        name="commodity_code"
        inputMode="numeric"
        value={typed.code}
        onChange={({ target }) => change({ code: target.value })}
        hint="6, 8 or 10 digits from the UK tariff."
        error={error}
        autoComplete="off"
      />
      {'code' in suggestion ? (
        <p className="pt-1 text-small">
          {isTaken ? 'It is as suggested' : `Suggested: ${formatCode(suggestion.code)}`}. {suggestion.reason} Please{' '}
          <a href={tariffUrl(suggestion.code)} target="_blank" rel="noreferrer" className="link text-mulberry">
            check it in the tariff
          </a>
          .
        </p>
      ) : (
        <p className="pt-1 text-ink-soft text-small">{suggestion.missing}</p>
      )}
      {'code' in suggestion && !isTaken && (
        <TextButton onClick={() => change({ code: suggestion.code })}>Use {formatCode(suggestion.code)}</TextButton>
      )}
    </div>
  )
}

import { Check } from 'lucide-react'
import { useId, useState } from 'react'
import { shop } from '#shop'
import { inputLook } from '#ui/field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { sizeProblem } from '../product.schema.ts'
import { printedSize } from '../sizes/size.ts'
import { changeDraft, type OpenForm, useProductFields } from './open-form.ts'

/** The sizes of the product: the shop's sizes as checkboxes, and a field for others. */
export function SizesField({ form }: { form: OpenForm }) {
  const { initial } = form
  const { draft, errors } = useProductFields(form)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const errorId = useId()
  const { sizes } = draft
  const offered = inOrder([...new Set([...shop.sizes, ...initial.sizes, ...sizes])], sizes)
  const wrong = problem ?? errors.sizes

  function toggle(size: string) {
    const chosen = sizes.includes(size) ? sizes.filter((one) => one !== size) : [...sizes, size]
    changeDraft({ sizes: offered.filter((one) => chosen.includes(one)) })
  }

  function add() {
    const size = typed.replaceAll('\0', '').trim()
    if (!size) return
    const found = sizeProblem(size, sizes)
    setProblem(found)
    if (found) return
    changeDraft({ sizes: [...sizes, size] })
    setTyped('')
  }

  return (
    <fieldset aria-describedby={wrong ? errorId : undefined}>
      <legend className="label text-ink-soft">Sizes</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {offered.map((size) => (
          <label
            key={size}
            className="relative inline-flex min-h-11 min-w-15 max-w-full cursor-pointer items-center justify-center gap-1.5 border border-line px-3 text-ink-soft tabular-nums transition-colors hover:border-mulberry has-checked:border-mulberry has-checked:text-mulberry has-focus-visible:outline-2 has-focus-visible:outline-mulberry has-focus-visible:outline-offset-3"
          >
            <input
              type="checkbox"
              checked={sizes.includes(size)}
              onChange={() => toggle(size)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {sizes.includes(size) && <Check aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0" />}
            <span className="wrap-any">{printedSize(size)}</span>
          </label>
        ))}
      </div>
      <div className="mt-2 flex max-w-[20rem] items-end gap-x-5">
        <input
          aria-label="Another size"
          placeholder="Another size"
          aria-invalid={wrong ? true : undefined}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setProblem(null)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter adds the size and does not submit the form.
            event.preventDefault()
            add()
          }}
          autoComplete="off"
          className={inputLook}
        />
        <TextButton onClick={add} aria-label="Add this size">
          Add
        </TextButton>
      </div>
      <p id={errorId} role="alert" className="mt-1.5 text-mulberry text-small empty:hidden">
        {wrong}
      </p>
    </fieldset>
  )
}

/** The product's sizes in their order, with the shop's other sizes at their usual positions. */
function inOrder(offered: string[], sizes: readonly string[]): string[] {
  const own = [...shop.sizes, ...offered.filter((size) => !shop.sizes.includes(size))]
  const isShopsOrder = sizes.every(
    (size, index) => index === 0 || own.indexOf(sizes[index - 1] ?? '') < own.indexOf(size),
  )
  return isShopsOrder ? own : [...sizes, ...own.filter((size) => !sizes.includes(size))]
}

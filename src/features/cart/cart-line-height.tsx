import { type FormEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { heightLabel } from '#features/catalogue/sizes/size.ts'
import { parseHeight } from '#features/catalogue/sizes/typed-height.ts'
import { type CartLine, cart, setHeight } from './cart.ts'
import { wrongHeight } from './height-field.tsx'

const wordButton = 'inline-flex min-h-6 items-center text-ink'

/** The height a garment in the cart is hemmed for; a button opens the field that changes it or leaves it out. */
export function CartLineHeight({ line, nameId }: { line: CartLine & { heightCm: number }; nameId: string }) {
  const { heightCm } = line
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isWrong, setWrong] = useState(false)

  function open() {
    flushSync(() => setOpen(true))
    field.current?.select()
  }

  function save(event: FormEvent) {
    event.preventDefault()
    const changed = parseHeight(field.current?.value ?? '')
    setWrong(changed === null)
    if (changed === null) return field.current?.focus()
    cart.update((lines) => setHeight(lines, line, changed))
    flushSync(() => setOpen(false))
    opener.current?.focus()
  }

  function leaveOut() {
    cart.update((lines) => setHeight(lines, line, null))
  }

  if (!isOpen) {
    return (
      <p className="mt-0.5 text-ink-soft text-small">
        {heightLabel(heightCm)}{' '}
        <button ref={opener} type="button" aria-describedby={nameId} onClick={open} className={`${wordButton} ml-1.5`}>
          <span className="link">
            Change<span className="sr-only"> height</span>
          </span>
        </button>
      </p>
    )
  }
  return (
    <form noValidate onSubmit={save} className="mt-1 flex flex-wrap items-center gap-x-2.5 text-small">
      <label htmlFor={id} className="text-ink-soft">
        Height
      </label>
      <input
        ref={field}
        id={id}
        autoComplete="off"
        maxLength={20}
        defaultValue={`${heightCm} cm`}
        aria-describedby={isWrong ? `${id}-wrong ${nameId}` : nameId}
        aria-invalid={isWrong || undefined}
        onChange={() => setWrong(false)}
        className="h-11 w-18 rounded-none border-ink border-b bg-transparent text-body outline-none focus:border-mulberry focus:shadow-[0_1px_0_0_var(--color-mulberry)] aria-invalid:border-mulberry"
      />
      <button type="submit" aria-describedby={nameId} className={`${wordButton} min-h-11`}>
        <span className="link">
          Save<span className="sr-only"> height</span>
        </span>
      </button>
      <button type="button" aria-describedby={nameId} onClick={leaveOut} className={`${wordButton} min-h-11`}>
        <span className="link">
          Remove<span className="sr-only"> height</span>
        </span>
      </button>
      <p id={`${id}-wrong`} role="alert" className="basis-full text-mulberry leading-snug empty:hidden">
        {isWrong && wrongHeight}
      </p>
    </form>
  )
}

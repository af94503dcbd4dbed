import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { heelName, heels } from '#features/catalogue/sizes/size.ts'
import { parseHeight, wrongHeight } from '#features/catalogue/sizes/typed-height.ts'
import { readHem, settleHeight, storeHeight } from './buying-form.ts'
import type { Hem } from './cart-lines.ts'
import { storedHeel, storedHeight } from './sizes/stored-size.ts'

/**
 * The state of a `HeightField`. The height and the shoes are those stored in this browser: what is typed is stored at
 * once, and what the drawn figure's slider stores is shown. `usual`: the heel the garment is cut for, until the customer
 * chooses. `read` gives what to hem the garment for, empty without a height; undefined for text that is not a height: the
 * field then has the focus and the message.
 */
export function useHeight(usual: number) {
  const input = useRef<HTMLInputElement>(null)
  const shoes = useRef<HTMLSelectElement>(null)
  const [isWrong, setWrong] = useState(false)

  function showStored() {
    const [field, list] = [input.current, shoes.current]
    const heightCm = storedHeight.get()
    const shown = field && parseHeight(field.value)
    // Text that is being typed, or that is not a height, stays.
    const isKept = !field || field === document.activeElement || (field.value !== '' && shown === null)
    if (!isKept && shown !== heightCm) field.value = heightCm ? `${heightCm} cm` : ''
    if (list) list.value = String(storedHeel.get() ?? usual)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the stored values from the first render on
  useLayoutEffect(() => {
    // What was typed or chosen before hydration, or restored by the browser, stays, and what the first-touch script said.
    setWrong(Boolean(input.current?.hasAttribute('aria-invalid')))
    if (input.current?.value) store()
    if (shoes.current && shoes.current.value !== String(usual)) chooseShoes()
    showStored()
    const leave = [storedHeight.subscribe(showStored), storedHeel.subscribe(showStored)]
    return () => {
      for (const unsubscribe of leave) unsubscribe()
    }
  }, [])

  /** Stores a height that can be read, or that there is none. */
  function store(): void {
    if (input.current) storeHeight(input.current, storedHeight)
  }

  function chooseShoes() {
    storedHeel.update(() => Number(shoes.current?.value))
  }

  function settle(): void {
    if (input.current) settleHeight(input.current, storedHeight)
  }

  function type() {
    setWrong(false)
    store()
  }

  function read(): Hem | undefined {
    if (!input.current) return {}
    const hem = readHem(input.current, shoes.current, storedHeight)
    setWrong(!hem)
    if (!hem) input.current.focus()
    return hem
  }

  return { input, shoes, usual, isWrong, settle, type, chooseShoes, read }
}

/**
 * The customer's height, to which the garment is hemmed: optional, in centimetres or in feet and inches; once there is
 * one, her shoes.
 */
export function HeightField({
  input,
  shoes,
  usual,
  isWrong,
  settle,
  type,
  chooseShoes,
  read,
}: ReturnType<typeof useHeight>) {
  const id = useId()

  // The Enter key, on a phone's keyboard too, confirms the height and adds nothing to the cart.
  function confirm(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    read()
  }

  return (
    <div className="border-line border-b py-2">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <label htmlFor={id} className="flex-1 basis-24 text-small">
          Your height <span className="text-ink-soft">(hemmed free)</span>
        </label>
        {/* The shoes take a part of the field's width, so that nothing below moves. */}
        <span className="flex w-56 max-w-full gap-x-1.5 [&:has(:placeholder-shown)>select]:hidden">
          <input
            ref={input}
            id={id}
            data-height
            autoComplete="off"
            maxLength={20}
            placeholder="168 cm or 5 ft 6"
            aria-describedby={`${id}-hint`}
            aria-invalid={isWrong || undefined}
            // No message here: it would move the button that is being pressed.
            onBlur={settle}
            onInput={type}
            onKeyDown={confirm}
            className="h-11 w-0 grow rounded-none border border-edge bg-transparent px-3 outline-none placeholder:text-ink-soft focus:border-mulberry focus:shadow-[0_0_0_1px_var(--color-mulberry)] aria-invalid:border-mulberry"
          />
          <select
            ref={shoes}
            data-shoes
            aria-label="Your shoes"
            defaultValue={usual}
            onChange={chooseShoes}
            className="h-11 shrink-0 cursor-pointer rounded-none border border-edge bg-transparent px-1.5"
          >
            {heels.map((heel) => (
              <option key={heel} value={heel}>
                {heelName(heel)}
              </option>
            ))}
          </select>
        </span>
      </div>
      <span id={`${id}-hint`} hidden>
        Optional. In centimetres, or in feet and inches.
      </span>
      {/* A text also when it is empty: before hydration the first-touch script may have written one. */}
      <p role="alert" data-wrong suppressHydrationWarning className="mt-1 text-mulberry text-small empty:hidden">
        {isWrong ? wrongHeight : ''}
      </p>
    </div>
  )
}

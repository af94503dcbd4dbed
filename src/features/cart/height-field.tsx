import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { wrongHeight } from '#features/catalogue/sizes/typed-height.ts'
import { settleHeight, showStoredHeight } from './buying-form.ts'
import { storedHeight } from './sizes/stored-size.ts'

/**
 * The state of a `HeightField`. `read` gives the height in whole cm and stores it in this browser, null (stored too)
 * for an empty field, and undefined for text that is not a height: the field then has the focus and the message.
 */
export function useHeight() {
  const input = useRef<HTMLInputElement>(null)
  const [isWrong, setWrong] = useState(false)

  useLayoutEffect(() => {
    if (!input.current) return
    showStoredHeight(input.current, storedHeight)
    // The first-touch script may have said that it is wrong.
    setWrong(input.current.hasAttribute('aria-invalid'))
  }, [])

  function settle(): number | null | undefined {
    return input.current ? settleHeight(input.current, storedHeight) : null
  }

  function read() {
    const heightCm = settle()
    setWrong(heightCm === undefined)
    if (heightCm === undefined) input.current?.focus()
    return heightCm
  }

  return { input, isWrong, settle, clear: () => setWrong(false), read }
}

/** The customer's height, to which the garment is hemmed: optional, in centimetres or in feet and inches. */
export function HeightField({ input, isWrong, settle, clear, read }: ReturnType<typeof useHeight>) {
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
          onInput={clear}
          onKeyDown={confirm}
          className="h-11 w-40 shrink-0 rounded-none border border-edge bg-transparent px-3 outline-none placeholder:text-ink-soft focus:border-mulberry focus:shadow-[0_0_0_1px_var(--color-mulberry)] aria-invalid:border-mulberry"
        />
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

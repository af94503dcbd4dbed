import { useEffect, useState } from 'react'
import { Field } from '#ui/field.tsx'

const pauseMs = 300

/** What to look for among the orders; told when the writer pauses. */
export function SearchOrders({ onSearch }: { onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => onSearch(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, onSearch])
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(typed.trim())
        }}
        className="max-w-[26rem]"
      >
        <Field
          label="Order number, name or e-mail"
          type="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          maxLength={254}
          className="[&_input::-webkit-search-cancel-button]:hidden"
          autoComplete="off"
          spellCheck={false}
        />
      </form>
    </search>
  )
}

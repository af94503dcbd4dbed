import { useEffect, useState } from 'react'
import { Field } from '#ui/field.tsx'

const pauseMs = 300

/** A part of an address to look for; told when the writer pauses. */
export function SearchField({ onSearch }: { onSearch: (q: string) => void }) {
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
        className="my-7 max-w-[26rem]"
      >
        <Field
          label="Search"
          type="search"
          placeholder="Part of an address"
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

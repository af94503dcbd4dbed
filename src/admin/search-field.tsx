import { useEffect, useState } from 'react'
import { Field } from '#ui/field.tsx'

const pauseMs = 300

type SearchFieldProps = {
  label: string
  placeholder?: string
  /** What stands there first, as where the address says what was looked for. */
  initial?: string
  className?: string
  onSearch: (text: string) => void
}

/** What to look for; told when the writer pauses. `onSearch` must stay the same one from one rendering to the next. */
export function SearchField({ label, placeholder, initial = '', className = '', onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(initial)
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
        className={`max-w-[26rem] ${className}`}
      >
        <Field
          label={label}
          type="search"
          placeholder={placeholder}
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

import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { FieldFrame, inputLook } from '#ui/field.tsx'
import { topics } from './topics.ts'

/** What it is about, and below it what helps to answer that at once. */
export function TopicField({ hasFocus, error }: { hasFocus: boolean; error?: string | undefined }) {
  const [bring, setBring] = useState('')
  return (
    <FieldFrame label="What is it about?" hint={bring} error={error}>
      {(bound) => (
        <span className="relative mt-1 block">
          <select
            {...bound}
            ref={hasFocus ? focusIt : null}
            name="topic"
            required
            defaultValue=""
            onChange={({ target }) => setBring(topics.find(({ id }) => id === target.value)?.bring ?? '')}
            className={`${inputLook} cursor-pointer appearance-none rounded-none pr-9`}
          >
            <option value="" disabled>
              Please choose
            </option>
            {topics.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            strokeWidth={1.25}
            className="pointer-events-none absolute top-1/2 right-0 size-5 -translate-y-1/2"
          />
        </span>
      )}
    </FieldFrame>
  )
}

function focusIt(field: HTMLSelectElement | null): void {
  field?.focus()
}

import { useState } from 'react'
import { SelectField } from '#ui/select-field.tsx'
import { topics } from './topics.ts'

/** The topic, and below it advice on what to include. */
export function TopicField({ hasFocus, error }: { hasFocus: boolean; error?: string | undefined }) {
  const [bring, setBring] = useState('')
  return (
    <SelectField
      label="What is it about?"
      choices={topics}
      hint={bring}
      error={error}
      ref={hasFocus ? focusIt : null}
      name="topic"
      required
      defaultValue=""
      onChange={({ target }) => setBring(topics.find(({ id }) => id === target.value)?.bring ?? '')}
    />
  )
}

function focusIt(field: HTMLSelectElement | null): void {
  field?.focus()
}

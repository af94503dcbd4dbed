import { FieldFrame, inputLook } from '#ui/field.tsx'
import { limitCharacters } from '#ui/limit-characters.ts'
import { longest } from './topics.ts'

/** The message, in a field that grows with it. */
export function MessageField({ error }: { error?: string | undefined }) {
  return (
    <FieldFrame label="Your message" error={error}>
      {(bound) => (
        <textarea
          dir="auto"
          {...bound}
          name="message"
          required
          rows={6}
          {...limitCharacters(longest.message)}
          className={`mt-1 ${inputLook} field-sizing-content max-h-[32rem] min-h-40 resize-y leading-[1.5]`}
        />
      )}
    </FieldFrame>
  )
}

import { useState } from 'react'
import { toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { FieldFrame, inputLook } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { limitCharacters } from '#ui/limit-characters.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { longestReason } from '../return.ts'
import type { OwnerReturn } from './list-returns.ts'
import { useChangeReturn } from './return-queries.ts'

/** Refuses a return; the customer gets the reason by e-mail. */
export function RefuseReturn({ declared: { id, version }, onClose }: { declared: OwnerReturn; onClose: () => void }) {
  const change = useChangeReturn()
  const [answer, setAnswer] = useState('')
  const [problem, setProblem] = useState<string>()

  async function refuse() {
    if (change.isPending) return
    if (answer.trim() === '') return setProblem('Please enter a reason: the customer gets it by e-mail.')
    try {
      await change.mutateAsync({ id, version, state: 'refused', answer })
    } catch (error) {
      return setProblem(toRequestError(error).message)
    }
    await toast({
      title: 'Refused',
      description: 'The customer gets your reason by e-mail.',
      tone: 'success',
      about: 'returns',
    })
    onClose()
  }

  return (
    <fieldset
      className="mt-4 max-w-[34rem] border-mulberry border-l-2 pl-5"
      onKeyDown={({ key }) => key === 'Escape' && !change.isPending && onClose()}
    >
      <legend className="float-left w-full font-medium">Refuse this return</legend>
      <div className="clear-both grid gap-y-4 pt-2">
        <FieldFrame
          label="Reason, as the customer will read it"
          hint="For a garment in a standard size, the law leaves little room: worn or washed, or long past the 14 days."
          error={problem}
        >
          {(bound) => (
            <textarea
              {...bound}
              ref={focusNow}
              value={answer}
              onChange={({ target }) => {
                setAnswer(target.value)
                setProblem(undefined)
              }}
              rows={3}
              {...limitCharacters(longestReason)}
              className={`field-sizing-content mt-1 max-h-[20rem] min-h-20 resize-y ${inputLook}`}
            />
          )}
        </FieldFrame>
        <div className="flex flex-wrap items-center gap-x-7 gap-y-2">
          <Button onClick={refuse} aria-disabled={change.isPending}>
            {change.isPending ? 'One moment…' : 'Refuse and e-mail the customer'}
          </Button>
          {!change.isPending && <TextButton onClick={onClose}>Back</TextButton>}
        </div>
      </div>
    </fieldset>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { type AccountProblem, accountProblem } from './client/account-requests.ts'
import type { Account } from './use-account.ts'

/** What a form of the account page gets, in place of the section's button. */
export type ChangeProps = { account: Account; onDone: () => Promise<void> | void; onCancel: () => void }

type Typed<Name extends string> = Record<Name, string>

type AccountFormOptions<Name extends string> = {
  initial: Typed<Name>
  send: (typed: Typed<Name>) => Promise<void>
  /** The field and the message of a problem; by default the first field and the problem's own text. */
  errorOf?: (problem: AccountProblem) => { name: Name; message: string }
}

/**
 * A form of the account page. Its first field has the focus from the start. `send` gets the valid text of the fields
 * and runs once at a time; what it throws is shown at its field, which gets the focus. The rules are those of the
 * fields: a schema would bring zod (25 kB) to a customer's page.
 */
export function useAccountForm<Name extends string>({ initial, send, errorOf }: AccountFormOptions<Name>) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Record<string, string>>({
    defaultValues: initial,
    // An error stays until the next press.
    reValidateMode: 'onSubmit',
  })
  const { mutateAsync, isPending: busy } = useMutation({ mutationFn: send })
  const [first = ''] = Object.keys(initial)
  useEffect(() => setFocus(first), [setFocus, first])

  const onSubmit = handleSubmit(async (typed) => {
    if (busy) return
    try {
      await mutateAsync(typed as Typed<Name>)
    } catch (error) {
      const problem = accountProblem(error)
      const { name, message } = errorOf?.(problem) ?? { name: first, message: problem.problem }
      setError(name, { message }, { shouldFocus: true })
    }
  })

  /** The props of a field. `validate` gives true, or what is wrong. */
  function field(name: Name, validate?: (typed: string) => true | string) {
    return { ...register(name as string, { ...(validate && { validate }) }), error: formState.errors[name]?.message }
  }

  return { busy, onSubmit, field }
}

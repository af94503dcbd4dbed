import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { loadBackend } from '#platform/client/backend-client.ts'
import type { Problem } from '#platform/client/problem.ts'
import { prepareToasts } from '#ui/toast.ts'
import { checkFields, type Errors } from './check-fields.ts'

export type Form = {
  busy: boolean
  /** What is wrong, by the field's name; under `form` what no field is to blame for. */
  errors: Errors
  props: {
    ref: RefObject<HTMLFormElement | null>
    method: 'dialog'
    noValidate: true
    'aria-busy': boolean
    onFocus(): void
    onSubmit(event: FormEvent<HTMLFormElement>): Promise<void>
  }
}

/**
 * A form that is sent once at a time and keeps what was typed. `send` gets the fields once they are filled as they must be,
 * and gives what is wrong, if anything; the first field that is wrong gets the focus. Before the page's code has come
 * the form waits: as a dialog's form it never puts a password into an address, and what was sent meanwhile is sent then.
 */
export function useForm<Name extends string>(send: (fields: Record<Name, string>) => Promise<Errors | null>): Form {
  const ref = useRef<HTMLFormElement>(null)
  const isBusy = useRef(false)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Errors>({})

  useEffect(() => {
    if (Object.keys(errors).length > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])

  useEffect(() => {
    if (ref.current?.dataset.pressed !== undefined) ref.current.requestSubmit()
  }, [])

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    delete form.dataset.pressed
    if (isBusy.current) return
    const wrong = checkFields(form)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    isBusy.current = true
    setBusy(true)
    const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
    try {
      setErrors((await send(fields as Record<Name, string>)) ?? {})
    } finally {
      isBusy.current = false
      setBusy(false)
    }
  }

  return {
    busy,
    errors,
    props: { ref, method: 'dialog', noValidate: true, 'aria-busy': busy, onFocus: prepare, onSubmit },
  }
}

/** For a form that is sent while the captcha's question above its button stands open. */
export const openQuestion: Errors = { form: 'Please answer the question above the button first.' }

/** A problem's words at the field they are about, where the form has it. */
export function errorsOf({ field, words }: Problem, fields: readonly string[]): Errors {
  return { [field && fields.includes(field) ? field : 'form']: words }
}

/** Whoever is in a form will soon need the client and a notice. */
function prepare(): void {
  prepareToasts()
  loadBackend().catch(() => undefined)
}

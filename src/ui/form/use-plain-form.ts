import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { loadBackend } from '#platform/client/backend-client.ts'
import { cleanEmails } from '#ui/clean-emails.ts'
import { prepareToasts } from '#ui/toast.ts'

/** The errors of a form by field name; those of the whole form under `form`. */
export type FormErrors = Partial<Record<string, string>>

export type PlainFormState = {
  busy: boolean
  errors: FormErrors
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
 * A form with one submit at a time. `send` gets the valid fields and returns the errors, if any; the first field with
 * an error gets the focus. A submit before hydration waits for it: `method="dialog"` never puts a password into a URL,
 * and `rememberPress` marks the form, which is then submitted here.
 */
export function usePlainForm<Name extends string>(
  send: (fields: Record<Name, string>) => Promise<FormErrors | null>,
): PlainFormState {
  const ref = useRef<HTMLFormElement>(null)
  const isBusy = useRef(false)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FormErrors>({})

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
    cleanEmails(form)
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

/** Puts the message of a problem at its field, or at the form if it has no such field. */
export function formErrors(
  { field, message }: { field: string | null; message: string },
  fields: readonly string[],
): FormErrors {
  return { [field && fields.includes(field) ? field : 'form']: message }
}

/** Loads the code of the client and of the notices before the submit. */
function prepare(): void {
  prepareToasts()
  loadBackend().catch(() => undefined)
}

const missing: Record<string, string> = {
  email: 'Please enter your e-mail address.',
  password: 'Please enter a password.',
  confirm: 'Please enter the password again.',
  code: 'Please enter the six digits.',
  name: 'Please enter your name.',
  topic: 'Please choose what it’s about.',
  message: 'Please write a message.',
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * The errors of the browser's own checks (`required`, `type`, `minlength`), with our messages. The length is checked
 * here too, since a browser accepts a short value that it filled in itself.
 */
export function checkFields(form: HTMLFormElement): FormErrors {
  const errors: FormErrors = {}
  for (const field of form.elements) {
    if (!isField(field) || !field.name) continue
    const wrong = wrongWith(field)
    if (wrong) errors[field.name] = wrong
  }
  return errors
}

function isField(element: Element): element is Field {
  return [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement].some((kind) => element instanceof kind)
}

function wrongWith(field: Field): string | null {
  const { name, value, validity } = field
  const minLength = 'minLength' in field ? field.minLength : -1
  if (validity.valueMissing) return missing[name] ?? 'Please fill this in.'
  if (validity.typeMismatch) return 'Please enter a full e-mail address, such as ruth@example.com.'
  if (minLength > 0 && value.length < minLength) {
    return name === 'code' ? 'The code has six digits.' : `Please use at least ${minLength} characters.`
  }
  return null
}

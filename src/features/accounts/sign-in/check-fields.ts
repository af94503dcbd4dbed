/** What is wrong with a form, by the field's name. */
export type Errors = Partial<Record<string, string>>

const missing: Record<string, string> = {
  email: 'Please type your e-mail.',
  password: 'Please type a password.',
  confirm: 'Please type the password once more.',
  code: 'Please type the six figures.',
  name: 'Please type your name.',
  topic: 'Please choose what it is about.',
  message: 'Please type your message.',
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * What the browser holds against the fields of a form (`required`, `type`, `minlength`), in our words. Lengths are counted
 * here, since a browser lets what it filled in itself be too short.
 */
export function checkFields(form: HTMLFormElement): Errors {
  const errors: Errors = {}
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
  if (validity.typeMismatch) return 'That is not a whole e-mail address.'
  if (minLength > 0 && value.length < minLength) {
    return name === 'code' ? 'A code has six figures.' : `Please use at least ${minLength} characters.`
  }
  return null
}

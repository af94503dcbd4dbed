import { readTypedEmail } from '#platform/text/typed-text.ts'

/** Takes what an address was copied with out of the form's e-mail fields, before the browser checks them. */
export function cleanEmails(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<HTMLInputElement>('input[type=email]')) {
    const address = readTypedEmail(field.value)
    if (address !== field.value) field.value = address
  }
}

import { CodeField } from '#ui/code-field.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Shown, States } from './shown.tsx'

const reasons = [
  { id: 'size', name: 'A question about a size' },
  { id: 'order', name: 'A question about an order' },
]

export function FieldsShown() {
  return (
    <Shown title="Fields">
      <States>
        <Field label="Full name" autoComplete="off" />
        <Field label="E-mail" hint="Only for this order." placeholder="mary@example.com" autoComplete="off" />
        <Field label="Postcode" defaultValue="BH1" error="Enter a full postcode, such as HX7 8AD." autoComplete="off" />
        <Field label="Order number" defaultValue="TKW-4F7Q2M" readOnly />
        <Field label="Can’t be changed now" disabled defaultValue="Disabled" />
        <Field label="Search" type="search" autoComplete="off" />
      </States>
      <States>
        <SelectField label="What is it about?" choices={reasons} defaultValue="" />
        <SelectField label="Chosen" choices={reasons} defaultValue="size" hint="You can change it later." />
        <SelectField label="Missing" choices={reasons} defaultValue="" error="Please choose what it’s about." />
      </States>
      <States>
        <PasswordField label="Password" autoComplete="off" />
        <PasswordField label="New password" hint="At least 6 characters." autoComplete="off" />
        <PasswordField label="Password again" error="Passwords do not match" autoComplete="off" />
      </States>
      <States>
        <CodeField label="Code" />
        <CodeField label="Code" defaultValue="481516" hint="From your authenticator app." />
        <CodeField label="Code" defaultValue="000000" error="This code has expired. We’ve sent a new one." />
      </States>
    </Shown>
  )
}

import { Field } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'

/** Where the navigation has an own page; empty for nowhere. */
export type Place = '' | 'header' | 'footer'

const places: readonly { id: Place; name: string }[] = [
  { id: '', name: 'Nowhere: only links lead to it' },
  { id: 'header', name: 'In the menu at the top' },
  { id: 'footer', name: 'In the list at the bottom' },
]

type AddressFieldProps = { value: string; onChange: (address: string) => void; error?: string | undefined }

export function AddressField({ value, onChange, error }: AddressFieldProps) {
  return (
    <Field
      label="Address"
      hint={`Small letters, digits and hyphens: ${window.location.host}/${value || 'our-fabrics'}`}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      maxLength={80}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      error={error}
    />
  )
}

export function PlaceField({ value, onChange }: { value: string; onChange: (place: Place) => void }) {
  return (
    <SelectField
      label="In the navigation"
      value={value}
      prompt={null}
      choices={places}
      onChange={({ target }) => onChange(target.value as Place)}
    />
  )
}

/** The path of a typed address, with or without its slash. */
export function typedPath(address: string): string {
  return `/${address.trim().replace(/^\/+/, '')}`
}

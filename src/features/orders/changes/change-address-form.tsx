import { useState } from 'react'
import { countryName } from '#base/names.ts'
import { sortCountries, zoneOf } from '#features/settings/delivery.ts'
import { useShopTerms, zonesOf } from '#features/settings/shop-terms.ts'
import { CodeField } from '#ui/code-field.tsx'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { usePlainForm } from '#ui/form/use-plain-form.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { MyAddress } from '../account/my-orders.ts'
import { ChangeBox, type ChangeFormProps } from './change-box.tsx'
import { askForAddress, confirmAddress } from './change-requests.ts'
import type { DeliveryAddress } from './delivery-address.ts'

type AddressFormProps = ChangeFormProps & {
  address: MyAddress
  /** The new address whose code is on its way. */
  waiting: DeliveryAddress | null
  /** A code was sent: the page reads it. */
  onSent: () => Promise<void>
}

/** Changes the delivery address in two steps: the address, then the code that was e-mailed for it. */
export function ChangeAddressForm({ waiting, ...props }: AddressFormProps) {
  const [isOther, setOther] = useState(false)
  if (!waiting || isOther) {
    return (
      <NewAddress
        {...props}
        address={waiting ?? props.address}
        onSent={async () => {
          await props.onSent()
          setOther(false)
        }}
      />
    )
  }
  return <TypeCode {...props} waiting={waiting} onOther={() => setOther(true)} />
}

type Name = 'shipping_address' | 'shipping_city' | 'shipping_postcode' | 'shipping_country'

function NewAddress({ token, address, onSent, onStale, onLeave }: Omit<AddressFormProps, 'waiting'>) {
  const form = usePlainForm<Name>(async (typed) => {
    if (Object.entries(typed).every(([name, text]) => text.trim() === (address[name as Name] ?? ''))) return leave()
    const { wrong, isStale } = await askForAddress(token, typed)
    if (isStale) await onStale()
    if (!wrong) await onSent()
    return wrong
  })

  function leave() {
    onLeave()
    return null
  }

  const country = address.shipping_country ?? ''
  const offered = zoneOf(country, zonesOf(useShopTerms()))?.countries ?? [country]
  const countries = sortCountries(offered, country)
  return (
    <ChangeBox
      form={form}
      title="Delivery address"
      lead="To keep your order safe, we’ll first e-mail a code to the address you ordered with."
      send="Send me a code"
      onLeave={onLeave}
    >
      <FieldFrame label="Street and house number" error={form.errors.shipping_address}>
        {(bound) => (
          <textarea
            {...bound}
            name="shipping_address"
            required
            rows={2}
            maxLength={300}
            autoComplete="shipping street-address"
            defaultValue={address.shipping_address ?? ''}
            className={`mt-1 ${inputLook} field-sizing-content min-h-20 resize-y leading-[1.5]`}
          />
        )}
      </FieldFrame>
      <Field
        label="Town or city"
        name="shipping_city"
        required
        maxLength={100}
        autoComplete="shipping address-level2"
        defaultValue={address.shipping_city ?? ''}
        error={form.errors.shipping_city}
      />
      <Field
        label="Postcode"
        name="shipping_postcode"
        maxLength={20}
        autoComplete="shipping postal-code"
        autoCapitalize="characters"
        defaultValue={address.shipping_postcode ?? ''}
        error={form.errors.shipping_postcode}
        className="max-w-48"
      />
      <SelectField
        label="Country"
        name="shipping_country"
        autoComplete="shipping country"
        defaultValue={country}
        choices={countries.map((code) => ({ id: code, name: countryName(code) }))}
        prompt={null}
        hint="For a country with a different delivery price, write to us."
        error={form.errors.shipping_country}
      />
    </ChangeBox>
  )
}

type CodeProps = Omit<AddressFormProps, 'waiting' | 'address'> & { waiting: DeliveryAddress; onOther: () => void }

function TypeCode({ token, waiting, onDone, onStale, onSent, onLeave, onOther }: CodeProps) {
  const [sentAgain, setSentAgain] = useState<string | null>(null)
  const form = usePlainForm<'code'>(async ({ code }) => {
    setSentAgain(null)
    const { wrong, isStale } = await confirmAddress(token, code)
    if (isStale) await onStale()
    if (!wrong) await onDone('Your delivery address has been changed.')
    return wrong
  })

  async function again() {
    const { wrong } = await askForAddress(token, waiting)
    setSentAgain(wrong ? (Object.values(wrong)[0] ?? null) : 'A new code is on its way.')
    if (!wrong) await onSent()
  }

  const { shipping_address, shipping_city, shipping_postcode, shipping_country } = waiting
  return (
    <ChangeBox
      form={form}
      title="Enter the code"
      lead="We’ve sent a six-digit code to the e-mail address you ordered with. It is valid for 20 minutes."
      send="Confirm this address"
      onLeave={onLeave}
      more={
        <>
          <TextButton onClick={again}>Send a new code</TextButton>
          <TextButton onClick={onOther}>Correct the address</TextButton>
        </>
      }
    >
      <address className="wrap-any whitespace-pre-line not-italic">
        {[shipping_address, shipping_city, shipping_postcode, countryName(shipping_country)].filter(Boolean).join('\n')}
      </address>
      <CodeField label="Code" name="code" required minLength={6} error={form.errors.code} />
      <p role="status" className="text-ink-soft text-small empty:hidden">
        {sentAgain}
      </p>
    </ChangeBox>
  )
}

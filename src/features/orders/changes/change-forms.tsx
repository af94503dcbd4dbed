import { useState } from 'react'
import { countryName } from '#base/names.ts'
import { maxGiftNote } from '#features/cart/preferences.ts'
import { heelChoices } from '#features/catalogue/sizes/height-labels.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import { parseHeight, wrongHeight } from '#features/catalogue/sizes/typed-height.ts'
import { sortCountries, zoneOf } from '#features/settings/delivery.ts'
import { useShopTerms, zonesOf } from '#features/settings/shop-terms.ts'
import { notReached, sendForm, type Wrong } from '#platform/client/send-form.ts'
import { CodeField } from '#ui/code-field.tsx'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { type PlainFormState, usePlainForm } from '#ui/form/use-plain-form.ts'
import { limitCharacters } from '#ui/limit-characters.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { MyAddress, MyLine } from '../account/my-orders.ts'
import { FormBox } from '../page/form-box.tsx'
import type { DeliveryAddress } from './delivery-address.ts'
import { addressFields } from './order-change.ts'

/** What each form of a change gets. `token`: of the order's link. */
export type ChangeFormProps = {
  token: string
  /** The change is saved; `what`: a sentence that says so. */
  onDone: (what: string) => Promise<void>
  onLeave: () => void
  /** The order has changed meanwhile. */
  onStale: () => Promise<void>
}

/** A form of a change. `send` returns what is wrong, or `unchanged` where nothing was typed: the form closes. */
function useChangeForm<Name extends string>(
  { onLeave, onStale }: Pick<ChangeFormProps, 'onLeave' | 'onStale'>,
  send: (typed: Record<Name, string>) => Promise<Wrong | null | 'unchanged'>,
): PlainFormState {
  return usePlainForm<Name>(async (typed) => {
    const wrong = await send(typed)
    if (wrong === 'unchanged') {
      onLeave()
      return null
    }
    // Refused: the order was changed or begun meanwhile, so the page is read again.
    if (wrong?.form !== undefined && wrong.form !== notReached) await onStale()
    return wrong
  })
}

/** Changes the size of one garment, and the height it is hemmed for, where it has a hem. */
export function ChangeLineForm({
  line,
  sizes,
  isHemmed,
  ...props
}: ChangeFormProps & { line: MyLine; sizes: string[]; isHemmed: boolean }) {
  const { token, onDone, onLeave } = props
  const form = useChangeForm<'size' | 'height' | 'heel'>(props, async ({ size, height: typed = '', heel: shoes }) => {
    const height = typed.trim() === '' ? null : parseHeight(typed)
    if (typed.trim() !== '' && height === null) {
      return { height: wrongHeight }
    }
    const heel = (height && Number(shoes)) || null
    if (size === line.size && height === line.heightCm && heel === line.heelCm) return 'unchanged'
    const { position } = line
    const wrong = await sendForm('change-order', { token, lines: [{ position, size, height, heel }] }, { fields: [] })
    if (!wrong) await onDone('Your change is saved.')
    return wrong
  })
  const pieces = line.quantity - line.cancelled

  return (
    <FormBox
      form={form}
      title={line.name}
      lead={pieces > 1 ? `For all ${pieces} pieces.` : undefined}
      send="Save"
      onLeave={onLeave}
    >
      <SelectField
        label="Size"
        name="size"
        defaultValue={line.size}
        choices={sizes.map((size) => ({ id: size, name: printedSize(size) }))}
        prompt={null}
        error={form.errors.size}
      />
      {isHemmed && (
        <Field
          label="Height (hemmed free)"
          name="height"
          defaultValue={line.heightCm ? `${line.heightCm} cm` : ''}
          placeholder="168 cm or 5 ft 6"
          hint="Leave it blank for the length on the garment’s page."
          maxLength={20}
          autoComplete="off"
          error={form.errors.height}
        />
      )}
      {isHemmed && (
        <SelectField
          label="Shoes"
          name="heel"
          defaultValue={String(line.heelCm ?? 0)}
          choices={heelChoices(line.heelCm)}
          prompt={null}
        />
      )}
    </FormBox>
  )
}

/** Adds, changes or removes the gift note. */
export function ChangeNoteForm({ note, ...props }: ChangeFormProps & { note: string | null }) {
  const { token, onDone, onLeave } = props
  const form = useChangeForm<'gift_note'>(props, async ({ gift_note: typed }) => {
    if (typed.trim() === (note ?? '')) return 'unchanged'
    const wrong = await sendForm('change-order', { token, gift_note: typed }, { fields: ['gift_note'] })
    if (!wrong) await onDone(typed.trim() ? 'Your gift note is saved.' : 'Your gift note has been removed.')
    return wrong
  })

  return (
    <FormBox
      form={form}
      title="Gift note"
      lead="We’ll print it and put it in the parcel, which shows no prices."
      send="Save"
      onLeave={onLeave}
    >
      <FieldFrame
        label="Your note"
        hint={`Up to ${maxGiftNote} characters. Leave it blank to send no note.`}
        error={form.errors.gift_note}
      >
        {(bound) => (
          <textarea
            dir="auto"
            {...bound}
            name="gift_note"
            rows={3}
            {...limitCharacters(maxGiftNote)}
            defaultValue={note ?? ''}
            className={`mt-1 ${inputLook} field-sizing-content min-h-24 resize-y leading-[1.5]`}
          />
        )}
      </FieldFrame>
    </FormBox>
  )
}

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

function NewAddress({ address, onSent, ...props }: Omit<AddressFormProps, 'waiting'>) {
  const { token, onLeave } = props
  const form = useChangeForm<(typeof addressFields)[number]>(props, async (typed) => {
    if (addressFields.every((name) => typed[name].trim() === (address[name] ?? ''))) return 'unchanged'
    const wrong = await sendForm('change-address', { token, ...typed }, { fields: addressFields })
    if (!wrong) await onSent()
    return wrong
  })

  const country = address.shipping_country ?? ''
  const offered = zoneOf(country, zonesOf(useShopTerms()))?.countries ?? [country]
  const countries = sortCountries(offered, country)
  return (
    <FormBox
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
    </FormBox>
  )
}

type CodeProps = Omit<AddressFormProps, 'waiting' | 'address'> & { waiting: DeliveryAddress; onOther: () => void }

function TypeCode({ waiting, onSent, onOther, ...props }: CodeProps) {
  const { token, onDone, onLeave } = props
  const [sentAgain, setSentAgain] = useState<string | null>(null)
  const form = useChangeForm<'code'>(props, async ({ code }) => {
    setSentAgain(null)
    const wrong = await sendForm('confirm-address', { token, code }, { fields: ['code'] })
    if (!wrong) await onDone('Your delivery address has been changed.')
    return wrong
  })

  async function again() {
    const wrong = await sendForm('change-address', { token, ...waiting }, { fields: addressFields })
    setSentAgain(wrong ? (Object.values(wrong)[0] ?? null) : 'A new code is on its way.')
    if (!wrong) await onSent()
  }

  const { shipping_address, shipping_city, shipping_postcode, shipping_country } = waiting
  return (
    <FormBox
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
    </FormBox>
  )
}

import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { formatPence, pence } from '#base/money.ts'
import { countryName } from '#base/names.ts'
import { maxLines, maxQuantity } from '#features/cart/cart-lines.ts'
import { maxGiftNote } from '#features/cart/preferences.ts'
import { hasHem } from '#features/catalogue/kinds.ts'
import { heelChoices } from '#features/catalogue/sizes/height-labels.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import { sortCountries, zoneOf } from '#features/settings/delivery.ts'
import { shop } from '#shop'
import { CheckField, Choice } from '#ui/choice-field.tsx'
import { Field } from '#ui/field.tsx'
import { limitCharacters } from '#ui/limit-characters.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { Quote } from './hand-quote.tsx'
import { type HandValues, linkDayNames, noGarment, type Sold } from './hand-values.ts'

type FieldsProps = { form: UseFormReturn<HandValues> }

const heading = 'pb-3 text-name leading-tight'

/** A row of fields for each garment. */
export function GarmentFields({ form, garments }: FieldsProps & { garments: readonly Sold[] }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'garments' })
  const names = garments.map(({ id, name }) => ({ id, name }))
  const { register, watch, setValue, formState } = form
  return (
    <section aria-labelledby="chosen-garments">
      <h2 id="chosen-garments" className={heading}>
        Garments
      </h2>
      <div className="grid gap-y-6">
        {fields.map((field, index) => {
          const chosen = garments.find(({ id }) => id === watch(`garments.${index}.id`))
          const errors = formState.errors.garments?.[index]
          const label = (what: string) => (fields.length > 1 ? { 'aria-label': `${what} ${index + 1}` } : {})
          const path = <Name extends keyof HandValues['garments'][number]>(name: Name) =>
            `garments.${index}.${name}` as const
          return (
            <div key={field.id} className="grid grid-cols-2 gap-x-6 gap-y-4 border-line border-b pb-5 sm:grid-cols-12">
              <div className="col-span-2 sm:col-span-5">
                <SelectField
                  label="Garment"
                  {...label('Garment')}
                  choices={names}
                  error={errors?.id?.message}
                  {...register(path('id'), {
                    onChange: () => {
                      setValue(path('size'), '')
                      form.clearErrors(`garments.${index}`)
                    },
                  })}
                />
              </div>
              <div className="sm:col-span-4">
                <SelectField
                  label="Size"
                  {...label('Size')}
                  choices={(chosen?.sizes ?? []).map((size) => ({ id: size, name: printedSize(size) }))}
                  error={errors?.size?.message}
                  {...register(path('size'), { onChange: () => form.clearErrors(path('size')) })}
                />
              </div>
              <div className="sm:col-span-3">
                <SelectField
                  label="Quantity"
                  {...label('Quantity')}
                  choices={quantities}
                  prompt={null}
                  error={errors?.quantity?.message}
                  {...register(path('quantity'))}
                />
              </div>
              {chosen && hasHem(chosen) && (
                <>
                  <div className="sm:col-span-5">
                    <Field
                      label="Height"
                      {...label('Height')}
                      placeholder="168 cm"
                      autoComplete="off"
                      maxLength={20}
                      hint="Leave it empty where it isn’t known."
                      error={errors?.height?.message}
                      {...register(path('height'), { onChange: () => form.clearErrors(path('height')) })}
                    />
                  </div>
                  <div className="sm:col-span-4">
                    <SelectField
                      label="Shoes"
                      {...label('Shoes')}
                      choices={heelChoices(null)}
                      prompt={null}
                      {...register(path('heel'))}
                    />
                  </div>
                </>
              )}
              {fields.length > 1 && (
                <div className="col-span-2 self-end sm:col-span-3">
                  <TextButton onClick={() => remove(index)}>Remove</TextButton>
                </div>
              )}
            </div>
          )
        })}
      </div>
      {fields.length < maxLines && (
        <TextButton className="mt-2" onClick={() => append(noGarment)}>
          Add another garment
        </TextButton>
      )}
    </section>
  )
}

const quantities = Array.from({ length: maxQuantity }, (_, index) => String(index + 1)).map((id) => ({ id, name: id }))

function listCountries() {
  const all = shop.zones.flatMap((zone) => zone.countries)
  return sortCountries(all, shop.country).map((code) => ({ id: code, name: countryName(code) }))
}

/** How it reaches the customer, and the discount code. */
export function ServiceFields({ form, quote }: FieldsProps & { quote: Quote | null }) {
  const { register, watch, setValue, formState } = form
  const [country, service, payment] = watch(['country', 'service', 'payment'])
  const isCollected = service === 'collected'
  const services = quote?.services ?? servicesOf(country)
  return (
    <section aria-labelledby="delivery">
      <h2 id="delivery" className={heading}>
        Delivery
      </h2>
      <div className="grid gap-x-10 gap-y-4 sm:grid-cols-2">
        <SelectField
          label="Country"
          choices={listCountries()}
          prompt={null}
          error={formState.errors.country?.message}
          {...register('country', {
            onChange: ({ target }) => {
              if (!isCollected) setValue('service', servicesOf(target.value)[0]?.id ?? 'collected')
            },
          })}
        />
        <SelectField
          label="How it gets there"
          choices={services.map(({ id, label, price_pence: price }) => ({
            id,
            name: id === 'collected' ? label : `${label}, ${price === 0 ? 'free' : formatPence(pence(price))}`,
          }))}
          prompt={null}
          error={formState.errors.service?.message}
          {...register('service')}
        />
        <Field
          label="Discount code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
          error={formState.errors.discount_code?.message}
          {...register('discount_code')}
        />
      </div>
      {isCollected && payment !== 'link' && (
        <CheckField
          label="The customer has it already: nothing to make"
          name="handed_over"
          checked={watch('handed_over')}
          onChange={(isHandedOver) => setValue('handed_over', isHandedOver)}
        />
      )}
    </section>
  )
}

/** Until the price is known, the services as configured. */
function servicesOf(country: string): Quote['services'] {
  const zone = zoneOf(country)
  const services = (zone?.services ?? []).map(({ id, label, pricePence }) => ({ id, label, price_pence: pricePence }))
  return [...services, { id: 'collected', label: 'Collected in person', price_pence: 0 }]
}

const payments = [
  { id: 'cash', name: 'Paid in cash' },
  { id: 'bank', name: 'Paid by bank transfer: the money is there' },
  { id: 'link', name: 'By a payment link, sent by e-mail' },
] as const

/** How the customer pays. */
export function PaymentFields({ form }: FieldsProps) {
  const { register, watch, setValue, formState } = form
  const payment = watch('payment')
  return (
    <fieldset className="border-line border-t pt-4">
      <legend className="contents">
        <h2 className={heading}>Payment</h2>
      </legend>
      {payments.map(({ id, name }) => (
        <Choice key={id} name="payment" checked={payment === id} onChange={() => setValue('payment', id)}>
          {name}
        </Choice>
      ))}
      {payment === 'link' && (
        <div className="mt-3 max-w-[16rem]">
          <SelectField
            label="It can be paid for"
            choices={linkDayNames}
            prompt={null}
            error={formState.errors.link_days?.message}
            {...register('link_days')}
          />
        </div>
      )}
    </fieldset>
  )
}

/** Name, addresses and gift note. */
export function CustomerFields({ form }: FieldsProps) {
  const { register, watch, formState } = form
  const { errors } = formState
  const [service, payment] = watch(['service', 'payment'])
  const isPosted = service !== 'collected'
  const text = (
    name: Exclude<keyof HandValues, 'garments' | 'handed_over'>,
    label: string,
  ): { label: string; error: string | undefined; autoComplete: string } & ReturnType<typeof register> => ({
    label,
    error: errors[name]?.message,
    autoComplete: 'off',
    ...register(name, { onChange: () => form.clearErrors(name) }),
  })
  return (
    <section aria-labelledby="customer" className="border-line border-t pt-4">
      <h2 id="customer" className={heading}>
        Customer
      </h2>
      <div className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        <Field {...text('customer_name', 'Name')} {...limitCharacters(200)} />
        <Field
          {...text('customer_email', 'E-mail')}
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          hint={payment === 'link' ? 'The payment link goes here.' : 'For the confirmation. It may be empty.'}
        />
        <Field {...text('customer_phone', 'Phone')} type="tel" maxLength={50} />
        {isPosted && payment !== 'link' && (
          <>
            <Field {...text('shipping_address', 'Street and house number')} {...limitCharacters(300)} />
            <Field {...text('shipping_city', 'Town or city')} maxLength={100} />
            <Field {...text('shipping_postcode', 'Postcode')} maxLength={20} />
          </>
        )}
        <Field
          {...text('gift_note', 'Gift note')}
          {...limitCharacters(maxGiftNote)}
          hint="Printed on the packing slip."
        />
      </div>
      {isPosted && payment === 'link' && (
        <p className="mt-4 max-w-[38em] text-ink-soft">The customer enters the address on the payment page.</p>
      )}
    </section>
  )
}

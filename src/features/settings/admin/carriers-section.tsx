import { AccountSection } from '#ui/account-section.tsx'
import { Field } from '#ui/field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import {
  type Carrier,
  CarriersSchema,
  isSameCarrier,
  maxCarriers,
  offeredCarriers,
  usualCarriers,
} from '../carriers.ts'
import { SettingCheck, SettingEffect, SettingForm, useSettingForm } from './setting-form.tsx'
import { type RowTools, SettingRows } from './setting-rows.tsx'
import type { SectionProps } from './settings-queries.ts'

/** The carriers that she chooses from when a parcel leaves, the usual one first. */
export function CarriersSection({ settings, save }: SectionProps) {
  const held = settings.carriers.value
  const form = useSettingForm<Carrier[]>(held, (value) => save('carriers', value), {
    name: 'carriers',
    version: settings.carriers.version,
  })

  return (
    <AccountSection
      id="carriers"
      title="Carriers"
      note="The carriers you choose from when a parcel leaves. Their tracking pages are linked on the customer’s order and in the e-mails about it."
    >
      <SettingForm form={form} label="Carriers" describe={describe} noValidate>
        <SettingRows
          form={form}
          check={CarriersSchema.safeParse}
          label="Carriers, the usual one first"
          noun="carrier"
          blank={{ name: '', trackingUrl: '', format: '', hidden: false }}
          most={maxCarriers}
          className="grid gap-y-2 py-5"
        >
          {(carrier, row) => (
            <CarrierFields
              carrier={carrier}
              isUsual={usualCarriers.some(({ name }) => isSameCarrier(name, carrier.name))}
              isNew={row.at >= held.length}
              {...row}
            />
          )}
        </SettingRows>
        <SettingEffect>{describe(form.value)}</SettingEffect>
      </SettingForm>
    </AccountSection>
  )
}

type CarrierFieldsProps = RowTools<Carrier> & {
  carrier: Carrier
  /** One of the shop's own: it has a fixed name, and is hidden rather than removed. */
  isUsual: boolean
  /** Not saved yet: its fields are open. */
  isNew: boolean
}

function CarrierFields({ carrier, isUsual, isNew, at, called, problemOf, change, moveTo, remove }: CarrierFieldsProps) {
  const { name, trackingUrl, format, hidden } = carrier
  return (
    <>
      {isUsual ? (
        <h3 className="font-serif text-name leading-tight">{name}</h3>
      ) : (
        <Field
          label="Name"
          name="carrier-name"
          value={name}
          onChange={({ target }) => change({ name: target.value })}
          error={problemOf('name')}
          maxLength={60}
          autoComplete="off"
        />
      )}
      <SettingCheck checked={!hidden} onChange={(isOffered) => change({ hidden: !isOffered })}>
        {`Offer ${called} for new parcels`}
      </SettingCheck>
      <p className="flex flex-wrap gap-x-7 empty:hidden">
        {at > 0 && !hidden && (
          <TextButton onClick={() => moveTo(0)} aria-label={`Choose it first: ${called}`}>
            Choose it first
          </TextButton>
        )}
        {!isUsual && (
          <TextButton onClick={remove} aria-label={`Remove ${called}`}>
            Remove
          </TextButton>
        )}
      </p>
      <details open={isNew || Boolean(problemOf('trackingUrl') ?? problemOf('format'))} className="group">
        <summary className="inline-flex min-h-11 items-center gap-x-3 hover:text-mulberry">
          <span
            aria-hidden="true"
            className="inline-block text-mulberry transition-transform duration-200 group-open:rotate-90"
          >
            ›
          </span>
          Tracking address and numbers
        </summary>
        <div className="grid gap-y-4 pt-2">
          <Field
            label={isUsual ? `Tracking address of ${name}` : 'Tracking address'}
            name="carrier-address"
            type="url"
            inputMode="url"
            value={trackingUrl}
            onChange={({ target }) => change({ trackingUrl: target.value })}
            hint="With {number} where the number goes. Blank: no link."
            error={problemOf('trackingUrl')}
            maxLength={300}
            autoComplete="off"
            spellCheck={false}
          />
          <Field
            label={isUsual ? `Numbers of ${name}` : 'How its numbers look'}
            name="carrier-format"
            value={format}
            onChange={({ target }) => change({ format: target.value })}
            hint={`A for a letter, 9 for a digit, such as AA999999999GB. Blank: ${isUsual ? 'as we know them' : 'any number'}.`}
            error={problemOf('format')}
            maxLength={120}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </div>
      </details>
    </>
  )
}

function describe(carriers: readonly Carrier[]): string {
  const [first, ...others] = offeredCarriers(carriers).map(({ name }) => name || 'a carrier without a name')
  if (!first) return 'No carrier is offered.'
  return others.length === 0
    ? `${first} is the only one offered.`
    : `${first} is chosen first; also offered: ${others.join(', ')}.`
}

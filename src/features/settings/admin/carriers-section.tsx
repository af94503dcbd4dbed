import { useRef } from 'react'
import type { Wrong } from '#platform/client/send-form.ts'
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
import type { SectionProps } from './settings-queries.ts'

/** The carriers that she chooses from when a parcel leaves, the usual one first. */
export function CarriersSection({ settings, save }: SectionProps) {
  const held = settings.carriers.value
  const form = useSettingForm<Carrier[]>(held, (value) => save('carriers', value), {
    name: 'carriers',
    version: settings.carriers.version,
  })
  const list = useRef<HTMLOListElement>(null)
  const carriers = form.value
  const wrong = form.problem === null ? {} : problemsOf(carriers)

  function change(index: number, change: Partial<Carrier>) {
    form.type(carriers.map((carrier, place) => (place === index ? { ...carrier, ...change } : carrier)))
  }

  function add() {
    form.type([...carriers, { name: '', trackingUrl: '', format: '', hidden: false }])
    // The new one is rendered first.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }

  return (
    <AccountSection
      id="carriers"
      title="Carriers"
      note="The carriers you choose from when a parcel leaves. Their tracking pages are linked on the customer’s order and in the e-mails about it."
    >
      <SettingForm form={form} label="Carriers" describe={describe} noValidate>
        <ol ref={list} className="border-line border-t">
          {carriers.map((carrier, index) => (
            // Rows are only added at the end; what is typed changes the names.
            // biome-ignore lint/suspicious/noArrayIndexKey: a name that is typed is no key
            <li key={index} className="grid gap-y-2 border-line border-b py-5">
              <CarrierFields
                carrier={carrier}
                isUsual={usualCarriers.some(({ name }) => isSameCarrier(name, carrier.name))}
                isFirst={index === 0}
                isNew={index >= held.length}
                wrong={wrong[index] ?? {}}
                onChange={(changed) => change(index, changed)}
                onFirst={() => form.type([carrier, ...carriers.filter((each) => each !== carrier)])}
                onRemove={() => form.type(carriers.filter((each) => each !== carrier))}
              />
            </li>
          ))}
        </ol>
        {carriers.length < maxCarriers && (
          <p>
            <TextButton onClick={add}>Add a carrier</TextButton>
          </p>
        )}
        <p role="alert" className="text-mulberry empty:hidden">
          {form.problem}
        </p>
        <SettingEffect>{describe(carriers)}</SettingEffect>
      </SettingForm>
    </AccountSection>
  )
}

/** Messages by the place of a carrier, and by its field. */
function problemsOf(carriers: readonly Carrier[]): Partial<Record<number, Wrong>> {
  const problems: Partial<Record<number, Wrong>> = {}
  for (const { path, message } of CarriersSchema.safeParse(carriers).error?.issues ?? []) {
    const [place, field] = path
    if (typeof place === 'number') problems[place] = { [String(field)]: message, ...problems[place] }
  }
  return problems
}

type CarrierFieldsProps = {
  carrier: Carrier
  /** One of the shop's own: it has a fixed name, and is hidden rather than removed. */
  isUsual: boolean
  isFirst: boolean
  /** Not saved yet: its fields are open. */
  isNew: boolean
  /** Messages by field. */
  wrong: Wrong
  onChange: (change: Partial<Carrier>) => void
  onFirst: () => void
  onRemove: () => void
}

function CarrierFields({ carrier, isUsual, isFirst, isNew, wrong, onChange, onFirst, onRemove }: CarrierFieldsProps) {
  const { name, trackingUrl, format, hidden } = carrier
  const called = name || 'the new carrier'
  return (
    <>
      {isUsual ? (
        <h3 className="font-serif text-name leading-tight">{name}</h3>
      ) : (
        <Field
          label="Name"
          name="carrier-name"
          value={name}
          onChange={({ target }) => onChange({ name: target.value })}
          error={wrong.name}
          maxLength={60}
          autoComplete="off"
        />
      )}
      <SettingCheck checked={!hidden} onChange={(isOffered) => onChange({ hidden: !isOffered })}>
        {`Offer ${called} for new parcels`}
      </SettingCheck>
      <p className="flex flex-wrap gap-x-7 empty:hidden">
        {!isFirst && !hidden && (
          <TextButton onClick={onFirst} aria-label={`Choose it first: ${called}`}>
            Choose it first
          </TextButton>
        )}
        {!isUsual && (
          <TextButton onClick={onRemove} aria-label={`Remove ${called}`}>
            Remove
          </TextButton>
        )}
      </p>
      <details open={isNew || Boolean(wrong.trackingUrl ?? wrong.format)} className="group">
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
            onChange={({ target }) => onChange({ trackingUrl: target.value })}
            hint="With {number} where the number goes. Blank: no link."
            error={wrong.trackingUrl}
            maxLength={300}
            autoComplete="off"
            spellCheck={false}
          />
          <Field
            label={isUsual ? `Numbers of ${name}` : 'How its numbers look'}
            name="carrier-format"
            value={format}
            onChange={({ target }) => onChange({ format: target.value })}
            hint={`A for a letter, 9 for a digit, such as AA999999999GB. Blank: ${isUsual ? 'as we know them' : 'any number'}.`}
            error={wrong.format}
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

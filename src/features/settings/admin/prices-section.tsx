import { countryName } from '#base/names.ts'
import { shopDate } from '#base/shop-clock.ts'
import { shop } from '#shop'
import { AccountSection } from '#ui/account-section.tsx'
import { Field } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { sortCountries } from '../delivery.ts'
import { payableCountries } from '../delivery-versions.ts'
import { PlannedChanges, plannedNotice, removedNotice } from './planned-changes.tsx'
import { SettingEffect, SettingForm, useSettingForm } from './setting-form.tsx'
import { type SectionProps, todaysZones } from './settings-queries.ts'
import {
  describe,
  effectOf,
  noDays,
  noService,
  problemsOf,
  readVersion,
  summaryOf,
  type Typed,
  type TypedDays,
  type TypedService,
  type TypedZone,
  typedVersion,
} from './typed-zones.ts'

/** The zones with their countries, services and prices, from a day on. */
export function PricesSection({ settings, save }: SectionProps) {
  const versions = settings.delivery.value
  const today = shopDate(new Date(settings.now))
  const others = (from: string) => versions.filter((version) => version.from !== from)
  const form = useSettingForm<Typed>(
    typedVersion({ from: today, zones: [...todaysZones(settings)] }, ''),
    (typed) => {
      const kept = others(typed.from).filter(({ from }) => from !== typed.was)
      return save('delivery', [...kept, readVersion(typed)], plannedNotice(typed.from, today))
    },
    { name: 'delivery', version: settings.delivery.version },
  )
  const { value } = form
  const wrong = form.problem === null ? {} : problemsOf(value)
  const planned = versions.filter(({ from }) => from > today)

  function setZones(zones: TypedZone[]) {
    form.type({ ...value, zones })
  }
  function setZone(place: number, zone: TypedZone) {
    setZones(value.zones.map((other, index) => (index === place ? zone : other)))
  }
  /** A country has one zone: it leaves the one it had. */
  function addCountry(place: number, country: string) {
    setZones(
      value.zones.map((zone, index) => {
        const left = zone.countries.filter((code) => code !== country)
        return { ...zone, countries: index === place ? [...left, country] : left }
      }),
    )
  }
  function priceAlone(place: number, country: string) {
    const zones = value.zones.map((zone, index) =>
      index === place ? { ...zone, countries: zone.countries.filter((code) => code !== country) } : zone,
    )
    const services = value.zones[place]?.services.map((service) => ({ ...service, id: '' })) ?? [noService]
    const letter = value.zones[place]?.letter ?? noDays
    setZones([...zones, { id: '', name: countryName(country), countries: [country], services, letter }])
  }

  return (
    <AccountSection
      id="delivery-prices"
      title="Zones and prices"
      note="What delivery costs, where to, and how long it takes. Pages, the cart, the FAQ and shopping channels follow from the day on. Payment pages already open keep what they show, and a cart says what has changed."
    >
      <PlannedChanges
        section="delivery-prices"
        form={form}
        planned={planned}
        edit={(version) => form.type(typedVersion(version, version.from))}
        remove={(version) => save('delivery', others(version.from), removedNotice)}
      />
      <SettingForm form={form} label="Zones and prices" describe={describe} noValidate>
        <div>
          {value.zones.map((zone, place) => (
            <ZoneFields
              // A new zone has no other name that stays.
              key={zone.id || `new-${place}`}
              zone={zone}
              isOwn={place === 0}
              problems={(path) => wrong[`${place}.${path}`]}
              isWrong={Object.keys(wrong).some((path) => path.startsWith(`${place}.`))}
              onChange={(next) => setZone(place, next)}
              onAdd={(country) => addCountry(place, country)}
              onAlone={(country) => priceAlone(place, country)}
              onRemove={() => setZones(value.zones.filter((other) => other !== zone))}
            />
          ))}
          <TextButton
            className="mt-3"
            onClick={() =>
              setZones([...value.zones, { id: '', name: '', countries: [], services: [noService], letter: noDays }])
            }
          >
            Add a zone
          </TextButton>
        </div>
        <Field
          label="Valid from"
          name="delivery_from"
          type="date"
          min={today}
          value={value.from}
          onChange={({ target }) => form.type({ ...value, from: target.value })}
          hint="At midnight, UK time. Today counts at once."
          className="max-w-[26rem]"
        />
        <p role="alert" className="text-mulberry text-small empty:hidden">
          {form.problem}
        </p>
        <SettingEffect>{effectOf(value, { today, planned })}</SettingEffect>
      </SettingForm>
    </AccountSection>
  )
}

type ZoneFieldsProps = {
  zone: TypedZone
  isOwn: boolean
  problems: (path: string) => string | undefined
  /** Whether it has one, which is said outside the fold. */
  isWrong: boolean
  onChange: (zone: TypedZone) => void
  onAdd: (country: string) => void
  onAlone: (country: string) => void
  onRemove: () => void
}

function ZoneFields({ zone, isOwn, problems, isWrong, onChange, onAdd, onAlone, onRemove }: ZoneFieldsProps) {
  const { name, countries, services, letter } = zone
  const movable = sortCountries(countries, shop.country).filter((code) => code !== shop.country)
  function setService(place: number, service: TypedService) {
    onChange({ ...zone, services: services.map((other, index) => (index === place ? service : other)) })
  }
  return (
    <details className="group border-line border-b" open={zone.id === '' || undefined}>
      <summary className="flex cursor-pointer items-center gap-x-3 py-3">
        <span aria-hidden="true" className="text-mulberry transition-transform duration-200 group-open:rotate-90">
          ›
        </span>
        <span>
          <span className="font-serif text-name leading-tight">{name || 'New zone'}</span>
          <span className="block text-ink-soft text-small">{summaryOf(zone)}</span>
          {isWrong && <span className="block text-mulberry text-small">Please check this zone.</span>}
        </span>
      </summary>
      <div className="grid gap-y-6 pt-2 pb-8 sm:pl-6">
        <Field
          label="Name"
          value={name}
          onChange={({ target }) => onChange({ ...zone, name: target.value })}
          error={problems('name')}
          autoComplete="off"
          className="max-w-[26rem]"
        />
        <fieldset>
          <legend className="label text-ink-soft">Countries</legend>
          <ul className="flex flex-wrap gap-x-5 pt-1">
            {isOwn && <li className="flex min-h-11 items-center">{countryName(shop.country)}</li>}
            {movable.map((code) => (
              <li key={code}>
                <button
                  type="button"
                  onClick={() => onChange({ ...zone, countries: countries.filter((other) => other !== code) })}
                  aria-label={`Remove ${countryName(code)}`}
                  className="flex min-h-11 cursor-pointer items-center gap-x-1.5"
                >
                  {countryName(code)} <span aria-hidden="true">×</span>
                </button>
              </li>
            ))}
          </ul>
          <p role="alert" className="text-mulberry text-small empty:hidden">
            {problems('countries')}
          </p>
          <div className="grid gap-x-8 gap-y-4 pt-3 sm:grid-cols-2">
            <SelectField
              label="Add a country"
              prompt="Choose a country"
              choices={choicesOf(
                payableCountries().filter((code) => code !== shop.country && !countries.includes(code)),
              )}
              value=""
              onChange={({ target }) => target.value && onAdd(target.value)}
              hint="It leaves the zone that it is in now."
            />
            {movable.length > 0 && countries.length > 1 && (
              <SelectField
                label="Price a country singly"
                prompt="Choose a country"
                choices={choicesOf(movable)}
                value=""
                onChange={({ target }) => target.value && onAlone(target.value)}
                hint="It becomes a zone of its own, with these prices to begin with."
              />
            )}
          </div>
        </fieldset>
        {services.map((service, place) => (
          <ServiceFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a new service has no other name that stays.
            key={place}
            service={service}
            problems={(path) => problems(`services.${place}.${path}`)}
            onChange={(next) => setService(place, next)}
            onRemove={
              services.length > 1
                ? () => onChange({ ...zone, services: services.filter((other) => other !== service) })
                : null
            }
          />
        ))}
        <p role="alert" className="text-mulberry text-small empty:hidden">
          {problems('services')}
        </p>
        <TextButton
          className="justify-self-start"
          onClick={() => onChange({ ...zone, services: [...services, noService] })}
        >
          Add a service
        </TextButton>
        <fieldset>
          <legend className="label text-ink-soft">A letter with fabric samples takes, in working days</legend>
          <DaysFields
            days={letter}
            problem={problems('letter')}
            onChange={(days) => onChange({ ...zone, letter: days })}
            hint="Left blank, samples travel by the services above."
          />
        </fieldset>
        {!isOwn && (
          <TextButton className="justify-self-start" onClick={onRemove}>
            Remove {name || 'this zone'}
          </TextButton>
        )}
      </div>
    </details>
  )
}

type ServiceFieldsProps = {
  service: TypedService
  problems: (path: string) => string | undefined
  onChange: (service: TypedService) => void
  /** Null for a zone's only service. */
  onRemove: (() => void) | null
}

function ServiceFields({ service, problems, onChange, onRemove }: ServiceFieldsProps) {
  return (
    <fieldset className="border-line border-l-2 pl-4">
      <legend className="sr-only">{service.label || 'New service'}</legend>
      <Field
        label="Service"
        value={service.label}
        onChange={({ target }) => onChange({ ...service, label: target.value })}
        hint="As customers read it, such as Royal Mail Tracked 48."
        error={problems('label')}
        autoComplete="off"
      />
      <div className="grid grid-cols-2 gap-x-6 pt-4">
        <Field
          label="Price, £"
          value={service.price}
          inputMode="decimal"
          onChange={({ target }) => onChange({ ...service, price: target.value })}
          error={problems('pricePence')}
          autoComplete="off"
        />
        <Field
          label="Free from, £"
          value={service.free}
          inputMode="decimal"
          onChange={({ target }) => onChange({ ...service, free: target.value })}
          hint="Blank: never free."
          error={problems('freeFromPence')}
          autoComplete="off"
        />
      </div>
      <DaysFields
        days={service}
        problem={problems('transitDays')}
        onChange={(days) => onChange({ ...service, ...days })}
        hint="From dispatch to the door, as the carrier aims."
      />
      {onRemove && (
        <TextButton className="mt-2" onClick={onRemove}>
          Remove {service.label || 'this service'}
        </TextButton>
      )}
    </fieldset>
  )
}

type DaysFieldsProps = {
  days: TypedDays
  problem: string | undefined
  hint: string
  onChange: (days: TypedDays) => void
}

function DaysFields({ days: { least, most }, problem, hint, onChange }: DaysFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-x-6 pt-4">
      <Field
        label="Days, at least"
        value={least}
        inputMode="numeric"
        onChange={({ target }) => onChange({ least: target.value, most })}
        error={problem}
        autoComplete="off"
      />
      <Field
        label="At most"
        value={most}
        inputMode="numeric"
        onChange={({ target }) => onChange({ least, most: target.value })}
        hint={hint}
        autoComplete="off"
      />
    </div>
  )
}

function choicesOf(countries: readonly string[]) {
  return sortCountries(countries, '').map((id) => ({ id, name: countryName(id) }))
}

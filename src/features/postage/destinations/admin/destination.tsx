import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { formatDayAndYear } from '#base/calendar-day.ts'
import { formatPence, type Pence, parseTyped, pence } from '#base/money.ts'
import { joinNames } from '#base/names.ts'
import { shopDate } from '#base/shop-clock.ts'
import { DutySection } from '#features/settings/admin/duty-section.tsx'
import { SettingForm, useSettingForm } from '#features/settings/admin/setting-form.tsx'
import type { Settings } from '#features/settings/admin/settings.contract.ts'
import {
  type SectionProps,
  todaysZones,
  useSaveSetting,
  useSettings,
} from '#features/settings/admin/settings-queries.ts'
import { deliveryServices, transitText, zoneOf } from '#features/settings/delivery.ts'
import { dutyRuleOf, ownDutyOn } from '#features/settings/duties.ts'
import { read } from '#platform/client/functions.ts'
import type { GetResponse } from '#platform/http/contract.ts'
import { shop } from '#shop'
import { AccountSection } from '#ui/account-section.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Field } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { prepareToasts } from '#ui/toast.ts'
import { type DestinationRule, needsOf, withoutCustoms } from '../destination-rules.ts'
import { landedCost, vatRates } from '../landed-cost.ts'

type Garments = GetResponse<'garments-to-send'>['garments']

/** What a country asks for, what the shop lacks of it, what is due at its border, and what one garment costs there. */
export function Destination({ country }: { country: string }) {
  const settings = useSettings()
  const garments = useQuery({ queryKey: ['garments-to-send'], queryFn: () => read('garments-to-send') })
  const save = useSaveSetting()
  useEffect(prepareToasts, [])
  const error = settings.error ?? garments.error
  if (!settings.data || !garments.data) {
    const again = () => {
      void settings.refetch()
      void garments.refetch()
    }
    return (
      <div className="py-8">
        {error ? (
          <CouldNotLoad problem={`This couldn’t be loaded. ${error.message}`} onRetry={again} />
        ) : (
          <LoadingSkeleton label="Loading the country" count={4} />
        )}
      </div>
    )
  }
  const section = { settings: settings.data, save, country }
  return (
    <>
      <Standing settings={settings.data} country={country} />
      <NeedsSection {...section} garments={garments.data.garments} />
      {country !== shop.country && (
        <>
          <DutySection {...section} />
          <CostSection settings={settings.data} country={country} garments={garments.data.garments} />
        </>
      )}
    </>
  )
}

/** Whether the shop delivers there, by what and for how much. */
function Standing({ settings, country }: { settings: Settings; country: string }) {
  const zone = zoneOf(country, todaysZones(settings))
  const services = zone?.services.map(({ label, pricePence, transitDays }) => {
    return `${label} ${formatPence(pence(pricePence))}, ${transitText(transitDays)}`
  })
  return (
    <p className="max-w-[44em] pt-2 pb-8">
      <strong className="font-medium">{standingText(settings, country)}</strong>
      {zone && services && ` ${zone.name}: ${services.join('; ')}.`}
    </p>
  )
}

function standingText({ zones_off, countries_off, closed_by_law, ...settings }: Settings, country: string): string {
  const zone = zoneOf(country, todaysZones(settings))
  if (!zone) return 'It is in no zone, so customers can’t choose it.'
  if (closed_by_law.includes(country)) return 'Closed until you have what is missing.'
  if (country === shop.country) return closed_by_law.length > 0 ? 'Open without Northern Ireland.' : 'Open.'
  if (zones_off.value.includes(zone.id) || countries_off.value.includes(country)) return 'Switched off.'
  return 'Open.'
}

type CountryProps = SectionProps & { country: string; garments: Garments }

function NeedsSection({ settings, save, country, garments }: CountryProps) {
  const service = zoneOf(country, todaysZones(settings))?.services[0]
  const needs = needsOf(country, shopDate(new Date(settings.now)), {
    hasResponsiblePerson: settings.responsible_person.value.name !== '',
    notices: settings.guarantee_notices.value,
    packaging: settings.packaging.value,
    garments,
    hasPrepaidCode: Boolean(service && settings.postage.value.services[`${service.id}:${country}`]),
  })
  const missing = needs.filter(({ isMet }) => !isMet).length
  return (
    <AccountSection
      id="needs"
      title={
        missing === 0 ? 'Nothing is missing' : missing === 1 ? 'One thing is missing' : `${missing} things are missing`
      }
      note="What laws and carriers ask of a shop that sends there, as far as this program knows. Rules change, so check the source. This is not legal advice."
    >
      {needs.length === 0 ? (
        <p>This program knows of no requirement here.</p>
      ) : (
        <ul>
          {needs
            .toSorted((one, other) => Number(one.isMet) - Number(other.isMet))
            .map(({ rule, isMet }) => (
              <li key={`${rule.need} ${rule.title}`} className="border-line border-b py-4 first:pt-0">
                <h3 className="font-serif text-name leading-tight">{rule.title}</h3>
                <p className={`text-small ${isMet ? 'text-ink-soft' : 'text-mulberry'}`}>
                  {isMet ? 'In place' : missingText(rule, settings)}
                </p>
                <p className="max-w-[38em] pt-1">{rule.text}</p>
                <p className="max-w-[38em] pt-1 text-ink-soft text-small">
                  {rule.since && `In force since ${formatDayAndYear(new Date(rule.since))}. `}
                  <a href={rule.source.url} target="_blank" rel="noopener noreferrer" className="link">
                    {rule.source.name}
                  </a>
                  , checked on {formatDayAndYear(new Date(rule.checkedOn))}.
                </p>
                {rule.need === 'packaging' ? (
                  <RegistrationForm settings={settings} save={save} country={country} />
                ) : (
                  !isMet && <Remedy rule={rule} garments={garments} />
                )}
              </li>
            ))}
        </ul>
      )}
    </AccountSection>
  )
}

function missingText({ effect }: DestinationRule, { closed_by_law }: Settings): string {
  if (effect === 'warns') return 'Missing'
  return closed_by_law.length > 0 ? 'Missing, so it is closed' : 'Missing: a live shop does not deliver without it'
}

/** Where the owner gives what is missing. */
function Remedy({ rule, garments }: { rule: DestinationRule; garments: Garments }) {
  if (rule.need === 'responsible_person') {
    return <Place to="/admin/settings?section=delivery#responsible-person">Enter the responsible person</Place>
  }
  if (rule.need === 'guarantee_notice') {
    return <Place to="/admin/settings?section=delivery#guarantee">Upload the official file</Place>
  }
  if (rule.need === 'duty_prepaid') {
    return <Place to="/admin/settings?section=posting#postage">Enter the service code</Place>
  }
  if (rule.need === 'commodity_codes') return <GarmentsWithout garments={withoutCustoms(garments)} />
  return null
}

function Place({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center text-mulberry">
      <span className="link">{children}</span>
    </Link>
  )
}

const mostNamed = 8

function GarmentsWithout({ garments }: { garments: Garments }) {
  const others = garments.length - mostNamed
  return (
    <ul className="flex flex-wrap gap-x-6">
      {garments.slice(0, mostNamed).map(({ id, name }) => (
        <li key={id}>
          <Place to={`/admin?tab=products&customs=${id}`}>{name}</Place>
        </li>
      ))}
      {others > 0 && (
        <li className="flex min-h-11 items-center text-ink-soft">
          and {others} other{others > 1 && 's'}
        </li>
      )}
    </ul>
  )
}

/** The number of the owner's registration in a country; blank for none. */
function RegistrationForm({ settings, save, country }: SectionProps & { country: string }) {
  const { value: numbers, version } = settings.packaging
  const form = useSettingForm(
    numbers[country] ?? '',
    (typed) => {
      const { [country]: _, ...others } = numbers
      return save('packaging', typed.trim() ? { ...others, [country]: typed } : others, {
        title: 'Saved',
        description: 'You alone see it.',
      })
    },
    { name: 'packaging', part: country, version },
  )
  return (
    <div className="pt-3">
      <SettingForm form={form} label="Registration number" describe={(number) => number || 'none'} noValidate>
        <Field
          label="Your registration number"
          name="packaging_number"
          value={form.value}
          onChange={({ target }) => form.type(target.value)}
          hint="For you alone: no customer reads it. Blank: you are not registered."
          error={form.problem}
          autoComplete="off"
          className="max-w-[26rem]"
        />
      </SettingForm>
    </div>
  )
}

/** A first value for the field; the owner enters that of the day. */
const usualEuro = '0.87'

function CostSection({ settings, country, garments }: Omit<CountryProps, 'save'>) {
  const [chosen, setChosen] = useState('')
  const [euro, setEuro] = useState(usualEuro)
  const garment = garments.find(({ id }) => id === chosen) ?? garments[0]
  const goodsPence = pence(garment?.price_pence ?? 0)
  const [service] = deliveryServices({ country, goodsPence }, todaysZones(settings))
  const usesEuro =
    zoneOf(country, todaysZones(settings)) !== null &&
    dutyRuleOf(country, new Date(settings.now)).name === 'European Union'
  return (
    <AccountSection
      id="landed-cost"
      title="What one garment costs there"
      note="Price, delivery, duty and import tax together, so that you know what a customer there pays in the end. An estimate, not a quote."
    >
      {garment && service ? (
        <>
          <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
            <SelectField
              label="Garment"
              prompt={null}
              choices={garments}
              value={garment.id}
              onChange={({ target }) => setChosen(target.value)}
            />
            {usesEuro && (
              <Field
                label="One euro, in £"
                name="euro"
                value={euro}
                inputMode="decimal"
                onChange={({ target }) => setEuro(target.value)}
                hint="Enter the rate of the day."
                error={parseTyped(euro) ? undefined : 'Please enter an amount such as 0.87.'}
                autoComplete="off"
              />
            )}
          </div>
          <Costs
            settings={settings}
            country={country}
            goodsPence={goodsPence}
            deliveryPence={service.pricePence}
            pencePerEuro={parseTyped(euro) ?? 87}
          />
        </>
      ) : (
        <p>
          {service ? 'No garment is on sale.' : 'Put the country in a zone first, so that it has a delivery price.'}
        </p>
      )}
    </AccountSection>
  )
}

type CostsProps = {
  settings: Settings
  country: string
  goodsPence: Pence
  deliveryPence: Pence
  pencePerEuro: number
}

function Costs({ settings, country, goodsPence, deliveryPence, pencePerEuro }: CostsProps) {
  const day = shopDate(new Date(settings.now))
  const own = ownDutyOn(settings.duties.value, country, day)
  const { paidBy } = own ?? dutyRuleOf(country, new Date(settings.now))
  const { dutyPence, isFlat, taxPence, taxPercent, handlingPence, sumPence } = landedCost({
    country,
    day,
    paidBy,
    goodsPence,
    deliveryPence,
    pencePerEuro,
    dutyPercent: own?.dutyPercent ?? null,
    taxPercent: own?.taxPercent ?? null,
  })
  const amount = (one: Pence | null) => (one === null ? 'Not known' : formatPence(one))
  const rows: [string, string][] = [
    ['Garment', formatPence(goodsPence)],
    ['Delivery', formatPence(deliveryPence)],
    [isFlat ? 'Duty, €3 for its tariff code' : 'Duty', amount(dutyPence)],
    [taxPercent ? `Import tax, ${taxPercent}%` : 'Import tax', amount(taxPence)],
  ]
  if (handlingPence > 0) rows.push(['Royal Mail’s handling', formatPence(handlingPence)])
  return (
    <div className="pt-6">
      <dl className="max-w-[30rem]">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-x-6 border-line border-b py-2">
            <dt>{name}</dt>
            <dd className="price">{value}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-x-6 py-2">
          <dt className="font-medium">In all</dt>
          <dd className="price font-medium">{amount(sumPence)}</dd>
        </div>
      </dl>
      <p className="max-w-[38em] pt-2 text-small">
        {sumPence === null
          ? missingRates(dutyPence, taxPercent)
          : whoPays({ paidBy, shownPence: pence(goodsPence + deliveryPence), sumPence })}
      </p>
      {vatRates.percent[country] === taxPercent && taxPercent && (
        <p className="max-w-[38em] pt-1 text-ink-soft text-small">
          VAT as in the Commission’s{' '}
          <a href={vatRates.source} target="_blank" rel="noopener noreferrer" className="link">
            Taxes in Europe
          </a>{' '}
          on {formatDayAndYear(new Date(vatRates.checkedOn))}.
        </p>
      )}
    </div>
  )
}

function missingRates(dutyPence: Pence | null, taxPercent: number | null): string {
  const missing = [dutyPence === null && 'duty', taxPercent === null && 'import tax'].filter((part) => part !== false)
  return `This program doesn’t know the ${joinNames(missing)} here. Choose who pays under “Customs and tax” and enter the rate.`
}

type PaymentsProps = { paidBy: 'customer' | 'shop' | null; shownPence: Pence; sumPence: Pence }

function whoPays({ paidBy, shownPence, sumPence }: PaymentsProps): string {
  const rest = pence(sumPence - shownPence)
  if (rest === 0) return `The customer pays you ${formatPence(shownPence)}, and nothing on arrival.`
  return paidBy === 'shop'
    ? `The customer pays you ${formatPence(shownPence)}, and you pay ${formatPence(rest)} of it at the border.`
    : `The customer pays you ${formatPence(shownPence)}, and the carrier ${formatPence(rest)} with its own handling fee on top.`
}

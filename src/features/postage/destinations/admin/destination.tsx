import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { formatDayAndYear } from '#base/calendar-day.ts'
import { formatPence, pence } from '#base/money.ts'
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
import { transitText, zoneOf } from '#features/settings/delivery.ts'
import { read } from '#platform/client/functions.ts'
import type { GetResponse } from '#platform/http/contract.ts'
import { shop } from '#shop'
import { AccountSection } from '#ui/account-section.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Field } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { prepareToasts } from '#ui/toast.ts'
import { type DestinationRule, needsOf, withoutCustoms } from '../destination-rules.ts'
import { CostSection } from './cost-section.tsx'

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

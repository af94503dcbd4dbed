import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { SettingCheck, SettingEffect, SettingForm, useSettingForm } from '#features/settings/admin/setting-form.tsx'
import type { Settings } from '#features/settings/admin/settings.contract.ts'
import { type SaveSetting, useSaveSetting, useSettings } from '#features/settings/admin/settings-queries.ts'
import type { SettingValue } from '#features/settings/shop-settings.ts'
import { read } from '#platform/client/functions.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { SelectField } from '#ui/select-field.tsx'

const id = 'morning'

/** The setting of the morning e-mail: one switch, its hour, and whether it comes when nothing waits. */
export function MorningSection() {
  const { data: settings, error, refetch } = useSettings()
  const save = useSaveSetting()
  const { hash } = useLocation()
  const isThere = settings !== undefined
  // The sections above it have their height only now.
  useEffect(() => {
    if (isThere && hash === `#${id}`) requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView())
  }, [isThere, hash])
  return (
    <AccountSection
      id={id}
      title="Morning e-mail"
      note="What the page Today says: what to cut, to sew and to post, what is late within three days, and what to answer. On working days, not on your days off."
    >
      {settings ? (
        <Morning settings={settings} save={save} />
      ) : error ? (
        <CouldNotLoad problem={`This couldn’t be loaded. ${error.message}`} onRetry={refetch} />
      ) : (
        <LoadingSkeleton label="Loading" count={2} />
      )}
    </AccountSection>
  )
}

type MorningEmail = SettingValue<'morning_email'>

const hours = Array.from({ length: 24 }, (_, hour) => ({ id: String(hour), name: clock(hour) }))

function Morning({ settings, save }: { settings: Settings; save: SaveSetting }) {
  const { value: held, version } = settings.morning_email
  const form = useSettingForm<MorningEmail>(held, (value) => save('morning_email', value, { title: 'Saved' }), {
    name: 'morning_email',
    version,
  })
  const { data: emails } = useQuery({ queryKey: ['owner-emails'], queryFn: () => read('owner-emails') })
  const to = emails ? (emails.to ?? emails.shop) : undefined
  const { value } = form
  return (
    <SettingForm form={form} label="Morning e-mail" describe={(morning) => effect(morning, to)}>
      <SettingCheck checked={value.on} onChange={(on) => form.type({ ...value, on })}>
        Send me a morning e-mail
      </SettingCheck>
      {value.on && (
        <>
          <div className="max-w-[12rem]">
            <SelectField
              label="At"
              name="morning-hour"
              value={String(value.hour)}
              choices={hours}
              prompt={null}
              onChange={({ target }) => form.type({ ...value, hour: Number(target.value) })}
            />
          </div>
          <SettingCheck checked={value.when_quiet} onChange={(when_quiet) => form.type({ ...value, when_quiet })}>
            Also when nothing waits for me
          </SettingCheck>
        </>
      )}
      {form.problem && (
        <p role="alert" className="text-mulberry text-small">
          {form.problem}
        </p>
      )}
      <SettingEffect>{effect(value, to)}</SettingEffect>
    </SettingForm>
  )
}

function effect({ on, hour, when_quiet }: MorningEmail, to: string | undefined): string {
  if (!on) return 'No morning e-mail. The page Today is always there.'
  if (to === 'off') return 'E-mails to you are off, so this one isn’t sent either. Choose an address for them above.'
  const quiet = when_quiet ? 'also when nothing waits for you' : 'not when nothing waits for you'
  return `At ${clock(hour)} on working days${to ? `, to ${to}` : ''}; ${quiet}.`
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

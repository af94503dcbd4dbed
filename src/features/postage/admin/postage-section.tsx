import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { SettingEffect, SettingForm, useSettingForm } from '#features/settings/admin/setting-form.tsx'
import {
  type SectionProps,
  todaysZones,
  useSaveSetting,
  useSettings,
} from '#features/settings/admin/settings-queries.ts'
import { type SettingValue, settingSchemas } from '#features/settings/shop-settings.ts'
import { call, read } from '#platform/client/functions.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { Button } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Field } from '#ui/field.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { serviceRows } from '../postage-settings.ts'
import { type Postage, postageKey, useReloadPostage } from './postage-queries.ts'

/** Click & Drop: its key, and what a parcel weighs and goes by. */
export function PostageSection() {
  const { data: settings, error, refetch } = useSettings()
  const save = useSaveSetting()
  return (
    <AccountSection
      id="postage"
      title="Postage"
      note="Orders go to Royal Mail’s Click & Drop from the list of orders: by its API with a key, or by a file without one. Click & Drop prints the labels and the customs forms."
    >
      <ClickAndDropKey />
      {settings ? (
        <PostageForm settings={settings} save={save} />
      ) : error ? (
        <CouldNotLoad problem={`This couldn’t be loaded. ${error.message}`} onRetry={() => void refetch()} />
      ) : (
        <LoadingSkeleton label="Loading" count={3} />
      )}
    </AccountSection>
  )
}

const keyStates: Record<Postage['key'], string> = {
  none: 'No key is saved: parcels go by a file that you import in Click & Drop.',
  works: 'A key is saved: parcels go to Click & Drop at a press, and their tracking numbers come back by themselves.',
  refused: 'Click & Drop doesn’t accept the saved key any more. Please save a new one.',
  rehearsal:
    'This shop is a rehearsal, so it calls no real account and takes no key. Parcels go by a file; a label that you print from it costs money.',
  unreadable: 'The saved key can’t be read since the server’s JWT_SECRET changed. Please save it again.',
}

/** The key of the owner's account. It is never shown again. */
function ClickAndDropKey() {
  const { data } = useQuery({ queryKey: [...postageKey, ''], queryFn: () => read('postage', { orders: '' }) })
  const reload = useReloadPostage()
  const [key, setKey] = useState('')
  const saving = useMutation({
    mutationFn: (key: string | null) => call('postage-key', { key }),
    onSuccess({ key: state, checked }) {
      setKey('')
      const description =
        state === 'none'
          ? 'The key has been removed. Parcels go by a file now.'
          : checked
            ? 'Click & Drop accepts the key.'
            : 'The key is saved. Click & Drop didn’t answer, so it isn’t checked yet.'
      toast({ title: 'Saved', description, tone: 'success', about: 'postage-key' })
    },
    onSettled: reload,
  })
  const { mutate, isPending, error, reset } = saving

  function submit(event: FormEvent) {
    event.preventDefault()
    if (key.trim() && !isPending) mutate(key.trim())
  }

  if (!data) return <LoadingSkeleton label="Loading" count={1} />
  if (data.key === 'rehearsal') {
    return (
      <div className="pb-10">
        <SettingEffect>{keyStates.rehearsal}</SettingEffect>
      </div>
    )
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-y-4 pb-10">
      <SettingEffect>{keyStates[data.key]}</SettingEffect>
      <Field
        label="Key of Click & Drop"
        name="postage_key"
        value={key}
        onChange={({ target }) => {
          setKey(target.value)
          reset()
        }}
        hint="In Click & Drop: Settings, Integrations, Click & Drop API. It’s stored encrypted and never shown again."
        error={error?.message}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <p className="flex flex-wrap items-center gap-x-7">
        <Button type="submit" tone="line" aria-disabled={!key.trim() || isPending}>
          {isPending ? 'Checking…' : 'Save the key'}
        </Button>
        {data.key !== 'none' && (
          <TextButton onClick={() => !isPending && mutate(null)} aria-disabled={isPending}>
            Remove the key
          </TextButton>
        )}
      </p>
    </form>
  )
}

const formats = [
  { id: 'smallParcel', name: 'Small parcel' },
  { id: 'mediumParcel', name: 'Medium parcel' },
  { id: 'parcel', name: 'Parcel' },
] as const

type Typed = {
  packaging: string
  usual: string
  format: SettingValue<'postage'>['format']
  services: Record<string, string>
}

/** Codes of services that the shop offers no more stay, for the orders that have them. */
function typedPostage({ packagingGrams, usualGrams, format, services }: SettingValue<'postage'>): Typed {
  return { packaging: packagingGrams?.toString() ?? '', usual: usualGrams?.toString() ?? '', format, services }
}

/** Texts that are no numbers stay texts, which the server refuses with a message. */
function postageOf({ packaging, usual, format, services }: Typed) {
  const grams = (typed: string) => (typed.trim() === '' ? null : Number(typed.trim().replace(/g$/i, '')) || typed)
  const given = Object.entries(services).map(([key, code]) => [key, code.trim().toUpperCase()])
  return {
    packagingGrams: grams(packaging),
    usualGrams: grams(usual),
    format,
    services: Object.fromEntries(given.filter(([, code]) => code !== '')),
  }
}

function PostageForm({ settings, save }: SectionProps) {
  const form = useSettingForm(typedPostage(settings.postage.value), (typed) => save('postage', postageOf(typed)), {
    name: 'postage',
    version: settings.postage.version,
  })
  const { value } = form
  const { delivery } = settings
  const rows = serviceRows(
    [...todaysZones(settings), ...delivery.value.flatMap(({ zones }) => zones)],
    new Date(settings.now),
  )
  const wrong = settingSchemas.postage.safeParse(postageOf(value)).error?.issues[0]?.path[0]
  const problemAt = (name: string) => (wrong === name ? form.problem : null)
  const suggested = rows.filter(({ key, suggestion }) => suggestion && !value.services[key])
  return (
    <SettingForm form={form} label="Postage" describe={describe} noValidate>
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        <Field
          label="Your packaging, in grams"
          name="packaging_grams"
          inputMode="numeric"
          value={value.packaging}
          onChange={({ target }) => form.type({ ...value, packaging: target.value })}
          hint="Bag or box, tissue and slip of one parcel."
          error={problemAt('packagingGrams')}
          autoComplete="off"
        />
        <Field
          label="A garment without a weight, in grams"
          name="usual_grams"
          inputMode="numeric"
          value={value.usual}
          onChange={({ target }) => form.type({ ...value, usual: target.value })}
          hint="Counts within the UK only. Left blank, each garment needs its own."
          error={problemAt('usualGrams')}
          autoComplete="off"
        />
        <SelectField
          label="Format within the UK"
          name="package_format"
          prompt={null}
          choices={formats}
          value={value.format}
          onChange={({ target }) => form.type({ ...value, format: target.value as Typed['format'] })}
          hint="Abroad it is always a parcel."
        />
      </div>
      <fieldset>
        <legend className="label text-ink-soft">Service codes</legend>
        <p className="max-w-[38em] pt-1.5 text-ink-soft text-small">
          As in Click &amp; Drop under Settings, Shipping services: they differ by account. Where one is blank, Click
          &amp; Drop’s own shipping rules choose.
        </p>
        <div className="grid gap-x-8 gap-y-4 pt-3 sm:grid-cols-2">
          {rows.map(({ key, label, suggestion }) => (
            <Field
              key={key}
              label={label}
              name={`service-${key}`}
              value={value.services[key] ?? ''}
              placeholder={suggestion && `For example ${suggestion}`}
              onChange={({ target }) => form.type({ ...value, services: { ...value.services, [key]: target.value } })}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          ))}
        </div>
        <p role="alert" className="mt-1.5 text-mulberry text-small empty:hidden">
          {problemAt('services')}
        </p>
        {suggested.length > 0 && (
          <TextButton
            onClick={() => {
              const codes = Object.fromEntries(suggested.map(({ key, suggestion }) => [key, suggestion]))
              form.type({ ...value, services: { ...value.services, ...codes } })
            }}
          >
            Fill in the codes of pay-as-you-go accounts
          </TextButton>
        )}
      </fieldset>
    </SettingForm>
  )
}

function describe({ packaging, usual, format, services }: Typed): string {
  const codes = Object.entries(services).filter(([, code]) => code !== '')
  return [
    `packaging ${packaging || 'not given'}`,
    `usual weight ${usual || 'not given'}`,
    formats.find(({ id }) => id === format)?.name,
    codes.map(([key, code]) => `${key} ${code}`).join(', '),
  ].join('; ')
}

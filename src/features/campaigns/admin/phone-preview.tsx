import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { frameHtml } from '#admin/inert-html.ts'
import { useDebounced } from '#admin/search-field.tsx'
import { call } from '#platform/client/functions.ts'
import { shop } from '#shop'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import type { CampaignContent } from '../campaign-content.ts'
import { typingPauseMs } from './audience.tsx'
import { isComplete } from './campaign-labels.ts'

/** The e-mail on a phone, light or dark. Its scripts do not run and its links are dead. */
export function PhonePreview({ content: typed }: { content: CampaignContent }) {
  const content = useDebounced({ subject: typed.subject, message: typed.message }, typingPauseMs)
  const [light, setLight] = useState<Light>('day')
  const {
    data: preview,
    error,
    refetch,
  } = useQuery({
    queryKey: ['campaign-preview', content],
    queryFn: () => call('campaign-preview', content),
    enabled: isComplete(content),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-labelledby="preview" className="min-w-0 lg:sticky lg:top-24">
      <div className="flex items-baseline justify-between gap-x-6">
        <h2 id="preview" className="font-serif text-name leading-tight">
          On a phone
        </h2>
        <LightSwitch light={light} onChange={setLight} />
      </div>
      <div className="mt-3 border border-ink/75 bg-white">
        <div className="border-line border-b px-5 py-3">
          <p className="text-ink-soft text-small">{shop.name}</p>
          <p className="wrap-any leading-tight">
            {content.subject.trim() || <i className="text-ink-soft">No subject yet</i>}
          </p>
        </div>
        {error ? (
          <div className="flex h-[clamp(26rem,72svh,44rem)] items-center p-6">
            <CouldNotLoad problem={`The preview couldn’t be loaded. ${error.message}`} onRetry={refetch} />
          </div>
        ) : preview && isComplete(content) ? (
          <SandboxedEmail html={withColorScheme(preview.html, light)} />
        ) : (
          <p className="flex h-[clamp(26rem,72svh,44rem)] items-center justify-center p-6 text-center text-ink-soft">
            {isComplete(content) ? 'Loading the preview…' : 'Add a subject and a message to see the preview.'}
          </p>
        )}
      </div>
    </section>
  )
}

function SandboxedEmail({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (frame.current) frame.current.srcdoc = frameHtml(html)
  }, [html])
  return (
    <iframe
      ref={frame}
      title="The e-mail as it looks on a phone"
      sandbox=""
      className="block h-[clamp(26rem,72svh,44rem)] w-full"
    />
  )
}

function LightSwitch({ light, onChange }: { light: Light; onChange: (light: Light) => void }) {
  return (
    <fieldset className="flex gap-x-5">
      <legend className="sr-only">Light</legend>
      {(['day', 'night'] as const).map((each) => (
        <label key={each} className="inline-flex min-h-11 cursor-pointer items-center has-focus-visible:outline-2">
          <input
            type="radio"
            name="light"
            checked={light === each}
            onChange={() => onChange(each)}
            className="peer sr-only"
          />
          <span className="link bg-[length:0_1px] text-ink-soft peer-checked:bg-[length:100%_1px] peer-checked:text-mulberry">
            {each === 'day' ? 'Light' : 'Dark'}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

type Light = 'day' | 'night'

/**
 * An e-mail's HTML as a mail program shows it in light or dark mode, whatever this browser prefers: the condition
 * `prefers-color-scheme: dark` is replaced by its result. Links of the preview open nothing.
 */
export function withColorScheme(html: string, light: Light): string {
  const scheme = light === 'night' ? 'dark' : 'light'
  return html
    .replaceAll(/\(prefers-color-scheme:\s*dark\)/g, light === 'night' ? '(min-width: 0)' : '(max-width: 0)')
    .replaceAll(/(color-schemes?(?:" content="|: ?))light dark/g, `$1${scheme}`)
    .replace(/<head[^>]*>/, '$&<base target="_blank">')
}

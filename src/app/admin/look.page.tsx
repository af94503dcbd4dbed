import { useState } from 'react'
import { useShownPage } from '#features/content/documents/admin/document-queries.ts'
import { PreviewFrame } from '#features/content/documents/admin/preview-frame.tsx'
import { useSettings } from '#features/settings/admin/settings-queries.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { Choice } from '#ui/choice-field.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import type { Look } from '#ui/look/look.ts'
import { lookCss } from '#ui/look/look-css.ts'
import { Spinner } from '#ui/spinner.tsx'
import { LookForm } from './look-form.tsx'

/** How the shop looks: what the owner picks, and pages of the shop as they would be with it. */
export default function LookPage() {
  const { data: settings, error, refetch } = useSettings()
  if (error && !settings) return <CouldNotLoad problem={toRequestError(error).message} onRetry={() => void refetch()} />
  if (!settings) return <LoadingSkeleton label="Loading the look" count={6} />
  const isBeforeLaunch = new Date(settings.launch_at.value) > new Date(settings.now)
  return (
    <LookForm settings={settings} preview={(look) => <LookPreview look={look} isBeforeLaunch={isBeforeLaunch} />} />
  )
}

const pages = [
  { path: '/', name: 'Home' },
  { path: '/shop', name: 'Shop' },
  { path: '', name: 'A garment' },
  { path: '/size-guide', name: 'Size Guide' },
  { path: '/contact', name: 'Contact' },
] as const

/** Pages of the shop as visitors will have them, with another look. Nothing of it leaves this browser before it is published. */
function LookPreview({ look, isBeforeLaunch }: { look: Look; isBeforeLaunch: boolean }) {
  const [shown, setShown] = useState<(typeof pages)[number]>(pages[0])
  const shopPage = useShownPage('/shop')
  const path = shown.path || /href="(\/product\/[^"?#]+)"/.exec(shopPage.data ?? '')?.[1] || '/shop'
  const { data, error, refetch } = useShownPage(path, isBeforeLaunch && path === '/')
  return (
    <>
      <fieldset className="mt-1 flex flex-wrap gap-x-5">
        <legend className="sr-only">Page of the preview</legend>
        {pages.map((page) => (
          <Choice key={page.name} name="preview-page" checked={shown === page} onChange={() => setShown(page)}>
            {page.name}
          </Choice>
        ))}
      </fieldset>
      {error && !data && <CouldNotLoad problem={toRequestError(error).message} onRetry={() => void refetch()} />}
      {!error && !data && <Spinner label="Loading the preview" />}
      {data && <PreviewFrame html={data} title={`${shown.name} with this look`} css={lookCss(look)} />}
    </>
  )
}

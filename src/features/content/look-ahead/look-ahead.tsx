import { formatFullTime } from '#base/shop-time.ts'
import { HomeView } from '#features/content/home/home-view.tsx'
import type { PagePictures } from '#features/settings/page-settings.ts'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useHomeAhead } from './use-home-ahead.ts'

/** Home as it will be when the shop opens, while visitors see the coming-soon page. */
export function LookAhead({ pictures }: { pictures: PagePictures }) {
  const { data: ahead, isError, refetch } = useHomeAhead(pictures)
  if (!ahead && !isError) return <Spinner label="Loading the preview" />
  if (!ahead) {
    return (
      <div className="page min-h-[70svh] pt-[clamp(2rem,5vw,4.5rem)]">
        <CouldNotLoad problem="Home could not be loaded just now." onRetry={refetch} />
      </div>
    )
  }
  const { home, opensAt } = ahead
  return (
    <>
      <div className="page py-3 lg:py-5">
        <p className="flex flex-wrap items-center gap-x-5 border-mulberry border-l-2 bg-paper-deep/60 px-4 py-1">
          <span className="label text-mulberry">Look ahead</span>
          <span className="text-ink-soft text-small">
            {opensAt
              ? `Home as it will look on ${formatFullTime(opensAt)}. Until then shoppers see the coming-soon page.`
              : 'Home as it looks now: the shop is open.'}
          </span>
          <Link to="/admin/settings#opening" className="ml-auto inline-flex min-h-11 items-center text-small">
            <span className="link">Back to Settings</span>
          </Link>
        </p>
      </div>
      <HomeView home={home} />
    </>
  )
}

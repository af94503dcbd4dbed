import { formatShortWeekday } from '#base/calendar-day.ts'
import type { DayRange } from '#features/settings/shop-settings.ts'
import { TextButton } from '#ui/text-button.tsx'
import { workingDays } from '../production-time.ts'
import { ListedOrders } from './listed-orders.tsx'
import type { DaysOffPreview } from './settings.contract.ts'
import type { useDaysOffPreview } from './settings-queries.ts'

type PromisedOrdersProps = ReturnType<typeof useDaysOffPreview> & {
  range: DayRange | null
  /** Whether nothing is made on these days, so that orders promised for later have fewer days too. */
  isOff?: boolean
}

/** The promises already given that fall into chosen days, before these are saved, each kind with a link to delay it. */
export function PromisedOrders({ preview, problem, isChecking, retry, range, isOff = false }: PromisedOrdersProps) {
  return (
    <div aria-live="polite" className="sm:col-span-2">
      {isChecking && <p className="text-ink-soft">Checking your orders…</p>}
      {problem !== undefined && (
        <p>
          Your orders couldn’t be checked. {problem} <TextButton onClick={retry}>Check again</TextButton>
        </p>
      )}
      {preview && range && <Touched preview={preview} range={range} isOff={isOff} />}
    </div>
  )
}

function Touched({
  preview: { due, tight },
  range,
  isOff,
}: {
  preview: DaysOffPreview
  range: DayRange
  isOff: boolean
}) {
  const isTight = isOff && tight.count > 0
  const off = isOff ? range : null
  if (due.count === 0 && !isTight) {
    return <p className="text-ink-soft">No promised dates are affected.</p>
  }
  return (
    <div className="grid max-w-[38em] gap-y-5 border-mulberry border-l-2 pl-5">
      {due.count > 0 && (
        <ListedOrders title={`${orders(due.count, 'is', 'are')} promised for these days`} {...due} off={off}>
          {({ dispatch_by }) => `promised by ${formatShortWeekday(dispatch_by)}`}
        </ListedOrders>
      )}
      {isTight && (
        <ListedOrders title={`${orders(tight.count, 'has', 'have')} fewer days to be made`} {...tight} off={off}>
          {({ dispatch_by, days_left, days_before }) =>
            `promised by ${formatShortWeekday(dispatch_by)}: ${workingDays(days_left)} instead of ${days_before}`
          }
        </ListedOrders>
      )}
      <p className="text-ink-soft text-small">
        Saving moves the dates of new orders only. Those above stay promised until you delay them: then each customer
        gets an e-mail, and can keep the order or cancel it.
      </p>
    </div>
  )
}

function orders(count: number, one: string, many: string): string {
  return count === 1 ? `1 order ${one}` : `${count} orders ${many}`
}

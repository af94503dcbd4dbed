import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'sonner'
import './toast.css'

export type Notice = {
  title: string
  description?: string | undefined
  tone?: 'plain' | 'success' | 'error'
  /** The subject: a later notice of the same subject replaces this one. */
  about?: string
  /** A button in the notice, such as the way back. The notice closes when it is pressed. */
  action?: { label: string; onPress: () => void }
  /** How long it stays, where the usual seconds are not right. */
  lastsMs?: number
}

let ready: Promise<void> | undefined

/** Shows a notice in the live region at the foot of the window, putting the region there first. */
export async function showNotice({
  title,
  description,
  tone = 'plain',
  about,
  action,
  lastsMs,
}: Notice): Promise<void> {
  ready ??= putUp()
  await ready
  const show = { plain: toast, success: toast.success, error: toast.error }[tone]
  const place: Partial<ReturnType<typeof placeOf>> = about ? placeOf(about) : {}
  show(title, {
    description,
    duration: lastsMs ?? (action ? 12_000 : tone === 'error' ? 9_000 : 6_000),
    // Given even where there is none: a notice that replaces another keeps what it does not mention.
    action: action && {
      label: action.label,
      onClick: () => {
        // A pressed notice leaves too, and sonner does not call onDismiss for it.
        place.onDismiss?.()
        action.onPress()
      },
    },
    ...place,
  })
}

// One that is just leaving takes whatever has its id with it, so the next of its kind gets another.
const left = new Map<string, number>()

function placeOf(about: string) {
  const count = left.get(about) ?? 0
  const leave = () => void left.set(about, count + 1)
  return { id: `${about} ${count}`, onAutoClose: leave, onDismiss: leave }
}

// A live region announces what is added to it, so it has to stand in the page before the first notice does.
function putUp(): Promise<void> {
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(
    <Toaster
      position="bottom-right"
      offset={{ bottom: 'calc(1.5rem + var(--foot-taken, 0px))', right: '1.5rem' }}
      mobileOffset={{ bottom: 'calc(1rem + var(--foot-taken, 0px))', right: '1rem', left: '1rem' }}
      closeButton
      gap={10}
      icons={{ error: <ErrorMark /> }}
      toastOptions={{ unstyled: true, classNames: look }}
      containerAriaLabel="Notices"
    />,
  )
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}

function ErrorMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 fill-none stroke-[1.6] stroke-current">
      <path d="M12 3.2 22 20.4H2z" strokeLinejoin="round" />
      <path d="M12 9.6v5M12 17.2v.6" strokeLinecap="round" />
    </svg>
  )
}

// What went wrong is dark upon light, framed and marked; everything else is light upon dark.
const look = {
  // A phone has room for one.
  toast:
    'flex w-full flex-wrap items-start gap-x-3 border-l-4 border-l-mulberry bg-notice px-5 py-4 pr-12 font-sans text-notice-ink shadow-lift max-md:data-[expanded=false]:data-[front=false]:invisible',
  error: '!border-2 !border-l-8 !border-mulberry !bg-white !text-mulberry-deep',
  content: 'min-w-0 grow basis-0',
  title: 'font-serif text-[1.2rem] leading-tight',
  description: 'mt-1 text-notice-ink/85 text-small [[data-type=error]_&]:text-ink',
  // Below the text, so that a long text keeps the whole width.
  actionButton: 'mt-1 -mb-2 inline-flex min-h-11 items-center underline underline-offset-4 hover:no-underline',
  icon: 'hidden shrink-0 [[data-type=error]_&]:block',
  // Of toasts that lie under another one nothing can be pressed: their crosses come when the stack is opened.
  closeButton:
    '[[data-front=false][data-expanded=false]_&]:hidden !absolute !top-1 !right-1 !left-auto !translate-none !border-0 !bg-transparent !text-notice-ink !size-11 flex items-center justify-center [[data-type=error]_&]:!text-mulberry-deep',
}

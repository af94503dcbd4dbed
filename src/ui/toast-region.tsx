import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'sonner'
import './toast.css'

export type Notice = {
  title: string
  description?: string | undefined
  tone?: 'plain' | 'success' | 'error'
  /** The subject: a later notice of the same subject replaces this one. */
  about?: string
  /** A button in the notice, such as Undo. Pressing it closes the notice. */
  action?: { label: string; onPress: () => void }
  /** How long the notice stays, if not for the default time. */
  lastsMs?: number
}

let ready: Promise<void> | undefined

/** Shows a notice in the live region, at the bottom of the window or the top of a phone; creates the region first. */
export async function showNotice({
  title,
  description,
  tone = 'plain',
  about,
  action,
  lastsMs,
}: Notice): Promise<void> {
  ready ??= createRegion()
  await ready
  const show = { plain: toast, success: toast.success, error: toast.error }[tone]
  // At the top of a phone, below the bar: the pressed button and the buttons at the bottom stay free.
  const isPhone = window.matchMedia('(width < 48rem)').matches
  if (isPhone) document.body.style.setProperty('--bar-end', `${barEnd()}px`)
  const place: Partial<ReturnType<typeof idOf>> = about ? idOf(about) : {}
  show(title, {
    description,
    position: isPhone ? 'top-right' : 'bottom-right',
    duration: lastsMs ?? (action ? 12_000 : tone === 'error' ? 9_000 : 6_000),
    // Set also without an action: a notice that replaces another would keep the old one's properties.
    action: action && {
      label: action.label,
      onClick: () => {
        // Sonner does not call onDismiss for a notice whose button was pressed.
        place.onDismiss?.()
        action.onPress()
      },
    },
    ...place,
  })
}

/** Closes the notice of a subject, if it is shown. */
export function closeNotice(about: string): void {
  toast.dismiss(idOf(about).id)
}

/** The lower end of the page's fixed bar, in px. */
function barEnd(): number {
  const bar = document.querySelector('body header')
  return bar && getComputedStyle(bar).position === 'fixed' ? bar.getBoundingClientRect().bottom : 0
}

// A notice that is closing also removes a new notice with its id, so the next of its subject gets another id.
const left = new Map<string, number>()

function idOf(about: string) {
  const count = left.get(about) ?? 0
  const leave = () => void left.set(about, count + 1)
  return { id: `${about} ${count}`, onAutoClose: leave, onDismiss: leave }
}

const below = 'calc(0.5rem + var(--bar-end, 0px))'

// A live region announces only what is added to it, so it must be in the page before the first notice.
function createRegion(): Promise<void> {
  const place = document.createElement('div')
  document.body.append(place)
  leaveTabOrder(place)
  createRoot(place).render(
    <Toaster
      position="bottom-right"
      offset={{ top: below, bottom: 'calc(1.5rem + var(--foot-taken, 0px))', right: '1.5rem' }}
      mobileOffset={{ top: below, right: '1rem', left: '1rem' }}
      closeButton
      gap={10}
      icons={{ error: <ErrorMark /> }}
      toastOptions={{ unstyled: true, classNames: look }}
      containerAriaLabel="Notices"
    />,
  )
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}

/**
 * Sonner moves the focus back to where it came from when Tab leaves the notices, so the keyboard could not pass them
 * while one is shown. It does not learn here where the focus came from; a button pressed in a notice, and gone with it,
 * gives the focus back itself.
 */
function leaveTabOrder(place: HTMLElement): void {
  let before: EventTarget | null = null
  // Added before React's own listeners on this element.
  place.addEventListener(
    'focusin',
    (event) => {
      const from = event.relatedTarget
      if (!(from instanceof Node && place.contains(from))) before = from
      Object.defineProperty(event, 'relatedTarget', { value: null })
    },
    true,
  )
  place.addEventListener('click', ({ target }) => {
    const isButton = target instanceof Element && target.closest('button')
    if (isButton && before instanceof HTMLElement) before.focus({ preventScroll: true })
  })
}

function ErrorMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 fill-none stroke-[1.6] stroke-current">
      <path d="M12 3.2 22 20.4H2z" strokeLinejoin="round" />
      <path d="M12 9.6v5M12 17.2v.6" strokeLinecap="round" />
    </svg>
  )
}

// Errors are dark on light, with a border and an icon; other notices are light on dark.
const look = {
  // On phones only one notice is shown.
  toast:
    'flex w-full flex-wrap items-start gap-x-3 border-l-4 border-l-mulberry bg-notice px-5 py-4 pr-12 font-sans text-notice-ink shadow-lift max-md:data-[expanded=false]:data-[front=false]:invisible',
  error: '!border-2 !border-l-8 !border-mulberry !bg-white !text-mulberry-deep',
  content: 'min-w-0 grow basis-0',
  title: 'font-serif text-[1.2rem] leading-tight',
  description: 'mt-1 text-notice-ink/85 text-small [[data-type=error]_&]:text-ink',
  // Below the text, so that a long text keeps the whole width.
  actionButton: 'mt-1 -mb-2 inline-flex min-h-11 items-center underline underline-offset-4 hover:no-underline',
  icon: 'hidden shrink-0 [[data-type=error]_&]:block',
  // Notices under another one cannot be pressed, so their close buttons appear only in the expanded stack.
  closeButton:
    '[[data-front=false][data-expanded=false]_&]:hidden !absolute !top-1 !right-1 !left-auto !translate-none !border-0 !bg-transparent !text-notice-ink !size-11 flex items-center justify-center [[data-type=error]_&]:!text-mulberry-deep',
}

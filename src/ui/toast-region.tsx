import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'sonner'
import { regionId } from './notice-place.tsx'
import css from './toast.css?inline'

export type Notice = {
  title: string
  description?: string | undefined
  /** A line of its own below the text, such as the size of the garment that the text names. */
  detail?: string | undefined
  tone?: 'plain' | 'success' | 'error'
  /** The subject: a later notice of the same subject takes the place of this one, and is announced anew. */
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
  detail,
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
  if (about) closeNotice(about)
  const id = show(title, {
    description: detail ? (
      <>
        <span>{description}</span>
        <span className="notice-detail">{detail}</span>
      </>
    ) : (
      description
    ),
    position: isPhone ? 'top-right' : 'bottom-right',
    duration: lastsMs ?? (action ? 12_000 : tone === 'error' ? 9_000 : 6_000),
    action: action && { label: action.label, onClick: action.onPress },
  })
  if (about) shown.set(about, id)
}

/** The latest notice of each subject. */
const shown = new Map<string, string | number>()

/** Closes the notice of a subject, if it is shown. */
export function closeNotice(about: string): void {
  const id = shown.get(about)
  if (id !== undefined) toast.dismiss(id)
}

/** The lower end of the page's fixed bar, in px. */
function barEnd(): number {
  const bar = document.querySelector('body header')
  return bar && getComputedStyle(bar).position === 'fixed' ? bar.getBoundingClientRect().bottom : 0
}

const below = 'calc(0.5rem + var(--bar-end, 0px))'

// A live region announces only what is added to it, so it must be in the page before the first notice.
function createRegion(): Promise<void> {
  const place = document.createElement('div')
  place.id = regionId
  const open = document.querySelector('[data-notice-place]') ?? document.body
  open.append(place)
  leaveTabOrder(place)
  createRoot(place).render(
    <>
      <style>{css}</style>
      <Toaster
        position="bottom-right"
        offset={{ top: below, bottom: 'calc(1.5rem + var(--foot-taken, 0px))', right: '1.5rem' }}
        mobileOffset={{ top: below, right: '16px', left: '16px' }}
        closeButton
        gap={10}
        icons={{ error: <ErrorMark /> }}
        toastOptions={{ unstyled: true, classNames: look }}
        containerAriaLabel="Notices"
      />
    </>,
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
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.6">
      <path d="M12 3.2 22 20.4H2z" strokeLinejoin="round" />
      <path d="M12 9.6v5M12 17.2v.6" strokeLinecap="round" />
    </svg>
  )
}

/** The classes of toast.css. */
const look = {
  toast: 'notice',
  content: 'notice-content',
  title: 'notice-title',
  description: 'notice-text',
  actionButton: 'notice-action',
  icon: 'notice-icon',
  closeButton: 'notice-close',
}

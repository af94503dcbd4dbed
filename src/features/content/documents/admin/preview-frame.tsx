import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { frameHtml } from '#admin/inert-html.ts'
import { Choice } from '#ui/choice-field.tsx'

const devices = {
  phone: { name: 'Phone', width: 390, height: 760 },
  desk: { name: 'Computer', width: 1280, height: 960 },
} as const
type Device = keyof typeof devices
type Light = 'light' | 'dark'

type PreviewFrameProps = {
  /** The page, without scripts. */
  html: string | undefined
  /** What the frame shows, for screen readers. */
  title: string
  /** For e-mails, which have a width of their own. */
  isEmail?: boolean
  /** Rules after those of the page, in place of its look. */
  css?: string
  /** Begins at the end of the page, for the footer. */
  atEnd?: boolean
}

/** A page as shoppers see it, on a phone or a computer, in light or dark. */
export function PreviewFrame({ html, title, isEmail = false, css, atEnd = false }: PreviewFrameProps) {
  const [device, setDevice] = useState<Device>(() => (window.innerWidth < 640 || isEmail ? 'phone' : 'desk'))
  const [light, setLight] = useState<Light>('light')
  const { width, height } = devices[device]
  const box = useRef<HTMLDivElement>(null)
  const scale = useScale(box, width)
  const frame = useRef<HTMLIFrameElement>(null)
  const scrolled = useRef(atEnd ? Number.MAX_SAFE_INTEGER : 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another light is another frame
  useEffect(() => {
    if (frame.current && html !== undefined) frame.current.srcdoc = frameHtml(html)
  }, [html, light])

  useEffect(() => {
    if (frame.current?.contentDocument && css !== undefined) setLook(frame.current.contentDocument, css, light)
  }, [css, light])

  function show() {
    const page = frame.current?.contentDocument
    if (!page) return
    if (css !== undefined) setLook(page, css, light)
    setScheme(page, light)
    // Links would leave the preview.
    page.documentElement.inert = true
    page.documentElement.style.scrollBehavior = 'auto'
    page.defaultView?.scrollTo(0, scrolled.current)
    page.defaultView?.addEventListener('scroll', () => {
      scrolled.current = page.defaultView?.scrollY ?? 0
    })
  }

  return (
    <div>
      <div className="flex flex-wrap gap-x-6">
        <fieldset className="flex flex-wrap gap-x-5">
          <legend className="sr-only">Size of the preview</legend>
          {(Object.keys(devices) as Device[]).map((id) => (
            <Choice key={id} name="preview-size" checked={device === id} onChange={() => setDevice(id)}>
              {devices[id].name}
            </Choice>
          ))}
        </fieldset>
        <fieldset className="flex flex-wrap gap-x-5">
          <legend className="sr-only">Light or dark</legend>
          <Choice name="preview-light" checked={light === 'light'} onChange={() => setLight('light')}>
            Light
          </Choice>
          <Choice name="preview-light" checked={light === 'dark'} onChange={() => setLight('dark')}>
            Dark
          </Choice>
        </fieldset>
      </div>
      <div ref={box} className="mt-2 max-w-full overflow-hidden border border-line" style={{ height: height * scale }}>
        {html !== undefined && (
          <iframe
            // A change of the light is a change of the page's rules, so it is read anew.
            key={light}
            ref={frame}
            title={title}
            sandbox="allow-same-origin"
            onLoad={show}
            style={{ width, height, transform: `scale(${scale})` }}
            className="origin-top-left bg-white"
          />
        )}
      </div>
    </div>
  )
}

/** How much a frame of this width is made smaller to fit. */
function useScale(box: React.RefObject<HTMLElement | null>, width: number): number {
  const [available, setAvailable] = useState(width)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const read = () => setAvailable(element.clientWidth)
    const observer = new ResizeObserver(read)
    observer.observe(element)
    read()
    return () => observer.disconnect()
  }, [box])
  return Math.min(1, available / width)
}

/** Gives a page another look. It comes before the page's other styles are changed to one light, and has it itself. */
function setLook(page: Document, css: string, light: Light): void {
  // While its page loads, a frame's document is empty.
  if (!page.head) return
  const style = page.querySelector<HTMLStyleElement>('style[data-look]') ?? page.createElement('style')
  style.dataset.look = ''
  style.textContent = css
  page.head.append(style)
  if (style.sheet) setSchemeOf(style.sheet, light)
}

/** Shows a page as in light or dark, whatever the device has: a frame has the device's own. */
function setScheme(page: Document, light: Light): void {
  page.documentElement.style.colorScheme = light
  for (const sheet of page.styleSheets) setSchemeOf(sheet, light)
}

type Rules = Pick<CSSStyleSheet, 'cssRules'>

function setSchemeOf({ cssRules }: Rules, light: Light): void {
  for (const rule of cssRules) {
    if ('media' in rule) {
      const { media } = rule as CSSMediaRule
      media.mediaText = media.mediaText.replace(/\(prefers-color-scheme: (light|dark)\)/g, (_, wanted) =>
        wanted === light ? '(min-width: 0px)' : '(max-width: 0px)',
      )
    }
    if ('cssRules' in rule) setSchemeOf(rule as CSSGroupingRule, light)
  }
}

import {
  type ComponentType,
  lazy,
  memo,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { afterPaint, pressMs } from './after-paint.ts'

type Load<Props> = () => Promise<ComponentType<Props>>

/** Calls `begin` when the code of a part should load, until `signal` is aborted: a function of late-when.ts. */
type When = (part: Element, begin: () => void, signal: AbortSignal) => void

/**
 * A part of a page whose code is not the page's. The server renders it whole, and the browser leaves its HTML as it is
 * until the code arrives; then React hydrates it in place, and a button that was pressed meanwhile is pressed again.
 * Without `when` the code loads with the page.
 */
export function late<Props extends object>(load: Load<Props>, when?: When): ComponentType<Props> {
  let begin: () => void
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  let Part: ComponentType<Props> = lazy(async () => {
    if (when) await begun
    return { default: await loadPatiently(load) }
  })
  const keep = (loaded: ComponentType<Props>) => {
    Part = loaded
  }
  if (import.meta.env.SSR) serverLoads.push(load().then(keep))

  function Late(props: Props) {
    const place = useRef<HTMLDivElement>(null)
    const html = useRef<Element[]>([])
    const pressed = useRef<HTMLElement>(null)

    // In the step in which React takes over: a press that is repeated then is not missed.
    useLayoutEffect(() => {
      const part = place.current
      if (!part) return
      html.current = [...part.children]
      const left = new AbortController()
      const { signal } = left
      when?.(part, begin, signal)
      const keepPress = ({ target }: Event) => {
        if (target instanceof Element && part.contains(target))
          pressed.current = target.closest<HTMLElement>(deadButtons)
      }
      // On the way down: React stops the events of a part that it has not hydrated.
      addEventListener('click', keepPress, { capture: true, signal })
      return () => left.abort()
    }, [])

    return (
      <div ref={place} className="contents">
        <Suspense fallback={<Kept html={html} begin={begin} />}>
          <Part {...props} />
          <Hydrated pressed={pressed} />
        </Suspense>
      </div>
    )
  }
  return memo(Late) as unknown as ComponentType<Props>
}

/**
 * The HTML of a part. A change of its properties or of a context above it, such as the router's at each navigation,
 * makes React remove the HTML that it cannot hydrate yet, and render this: the same elements, put back before the
 * browser draws. A page that the browser rendered has none yet.
 */
function Kept({ html, begin }: { html: RefObject<Element[]>; begin: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    box.current?.append(...html.current)
    begin()
  }, [html, begin])
  return <div ref={box} className="contents" />
}

function Hydrated({ pressed }: { pressed: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    // React first takes over what was typed and chosen.
    setTimeout(() => pressed.current?.click())
  }, [pressed])
  return null
}

/** What does nothing when pressed before the code has arrived. */
const deadButtons = 'button[type=button],form[method=dialog] button'

const moves = ['pointerover', 'touchstart', 'keydown']

/**
 * A part that appears at the visitor's first move on the page, by mouse, finger or keyboard. The server does not render
 * it, so a page without a script has no dead button.
 */
export function afterMove<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return (props) => {
    const [Part, setPart] = useState<ComponentType<Props>>()
    useEffect(() => {
      const left = new AbortController()
      // Without a connection there is no part; the next move tries again.
      const show = () => afterPaint(() => load().then((loaded) => setPart(() => loaded), Object), pressMs)
      for (const move of moves) addEventListener(move, show, { once: true, signal: left.signal })
      return () => left.abort()
    }, [])
    return Part && <Part {...props} />
  }
}

/** Tries until the code arrives, at growing intervals: a page that can be read must not give way to an error. */
function loadPatiently<Loaded>(load: () => Promise<Loaded>, delayMs = 2_000): Promise<Loaded> {
  return load().catch(() =>
    new Promise((next) => setTimeout(next, delayMs)).then(() => loadPatiently(load, delayMs * 2)),
  )
}

const serverLoads: Promise<void>[] = []

/** Waits until the server has the code of every part, since it renders a page at once. */
export async function lateParts(): Promise<void> {
  // The code of one part may declare others.
  for (const load of serverLoads) await load
}

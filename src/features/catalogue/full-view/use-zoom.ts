import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

const step = 1.5
const near = 2.5
const swipe = 48
const stir = 8
const panBy = 80

type Held = { points: Map<number, Point>; from: Point; distance: number; moved: boolean; pinched: boolean }

/**
 * Zooms and pans a picture in a frame: a press, the wheel, a pinch or the keys + − 0 zoom it; one finger or the arrow
 * keys pan it. At its initial scale a swipe or an arrow key turns to another picture: `onTurn(1)` to the next. `own`: the
 * pixels of the picture; it is never enlarged beyond the pixels it has on this screen.
 */
export function useZoom(onTurn: (by: 1 | -1) => void, own: Size) {
  const frame = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const [zoom, setZoom] = useState<Zoom>(whole)
  const [largest, setLargest] = useState(1)
  const held = useRef<Held>({ points: new Map(), from: { x: 0, y: 0 }, distance: 0, moved: false, pinched: false })

  function change(make: (zoom: Zoom, sizes: { picture: Size; frame: Size }) => Zoom) {
    const [shown, seen] = [picture.current, frame.current]
    if (!shown || !seen) return
    const sizes = { picture: sizeOf(shown), frame: sizeOf(seen) }
    setZoom((zoom) => make(zoom, sizes))
  }

  function by(factor: number, at: Point = { x: 0, y: 0 }) {
    change((zoom, sizes) => zoomTo(zoom, { scale: zoom.scale * factor, largest, at, ...sizes }))
  }

  // The window decides the size at scale 1, also before the picture has loaded.
  const { width, height } = own
  useEffect(() => {
    const measure = () => {
      const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {}
      const pixels = width / devicePixelRatio
      setLargest(largestScale(pixels, Math.min(clientWidth, (clientHeight * width) / height, pixels)))
    }
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [width, height])

  // React's wheel listener is passive, so the page behind would scroll.
  useEffect(() => {
    const seen = frame.current
    function turn(event: WheelEvent) {
      event.preventDefault()
      by(Math.exp(-event.deltaY / 300), fromMiddle(event, seen))
    }
    seen?.addEventListener('wheel', turn, { passive: false })
    return () => seen?.removeEventListener('wheel', turn)
  })

  function press(event: PointerEvent) {
    frame.current?.setPointerCapture(event.pointerId)
    const { points } = held.current
    points.set(event.pointerId, { x: event.clientX, y: event.clientY })
    const alone = points.size === 1
    const from = alone ? { x: event.clientX, y: event.clientY } : held.current.from
    held.current = { points, from, distance: apart(points), moved: !alone, pinched: !alone }
  }

  function move(event: PointerEvent) {
    const now = held.current
    const before = now.points.get(event.pointerId)
    if (!before) return
    now.points.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (now.points.size > 1) {
      const distance = apart(now.points)
      by(distance / (now.distance || distance), fromMiddle(middle(now.points), frame.current))
      now.distance = distance
      return
    }
    if (Math.hypot(event.clientX - now.from.x, event.clientY - now.from.y) > stir) now.moved = true
    const moved = { x: event.clientX - before.x, y: event.clientY - before.y }
    change((zoom, sizes) => pan(zoom, { by: moved, ...sizes }))
  }

  function release(event: PointerEvent) {
    const now = held.current
    const wasHeld = now.points.delete(event.pointerId)
    if (!wasHeld || now.points.size > 0 || event.type === 'pointercancel') return
    const across = event.clientX - now.from.x
    if (!now.moved) {
      const at = fromMiddle(event, frame.current)
      change((zoom, sizes) => zoomTo(zoom, { scale: zoom.scale > 1 ? 1 : near, largest, at, ...sizes }))
    } else if (zoom.scale === 1 && !now.pinched && Math.abs(across) > swipe) onTurn(across < 0 ? 1 : -1)
  }

  function key(event: KeyboardEvent) {
    const arrow = arrows[event.key]
    if (event.key === '+' || event.key === '=') by(step)
    else if (event.key === '-') by(1 / step)
    else if (event.key === '0') setZoom(whole)
    else if (arrow && zoom.scale > 1) {
      change((zoom, sizes) => pan(zoom, { by: { x: -arrow.x * panBy, y: -arrow.y * panBy }, ...sizes }))
    } else if (arrow?.x) onTurn(arrow.x)
    else return
    event.preventDefault()
  }

  return {
    zoom,
    largest,
    frame: frame as RefObject<HTMLDivElement>,
    picture: picture as RefObject<HTMLImageElement>,
    nearer: () => by(step),
    farther: () => by(1 / step),
    toWhole: () => setZoom(whole),
    onKeyDown: key,
    handlers: { onPointerDown: press, onPointerMove: move, onPointerUp: release, onPointerCancel: release },
  }
}

const arrows: Record<string, { x: 1 | -1 | 0; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

function sizeOf({ offsetWidth: width, offsetHeight: height }: HTMLElement): Size {
  return { width, height }
}

function fromMiddle({ clientX, clientY }: { clientX: number; clientY: number }, frame: HTMLElement | null): Point {
  const { left = 0, top = 0, width = 0, height = 0 } = frame?.getBoundingClientRect() ?? {}
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

function middle(points: Map<number, Point>): { clientX: number; clientY: number } {
  const all = [...points.values()]
  const mean = (pick: (point: Point) => number) => all.reduce((sum, point) => sum + pick(point), 0) / all.length
  return { clientX: mean(({ x }) => x), clientY: mean(({ y }) => y) }
}

function apart(points: Map<number, Point>): number {
  const [one, other] = [...points.values()]
  return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
}

/** A picture in its frame: its scale, and the offset of its centre from the frame's, in pixels. */
export type Zoom = { scale: number; x: number; y: number }
export type Size = { width: number; height: number }
export type Point = { x: number; y: number }

export const whole: Zoom = { scale: 1, x: 0, y: 0 }

/** The scale at which a picture that is shown this wide has its own width; a gain too small to see counts as none. */
export function largestScale(ownWidth: number, shownWidth: number): number {
  const scale = shownWidth > 0 ? ownWidth / shownWidth : 1
  return scale > 1.05 ? scale : 1
}

/** Changes the scale, up to `largest`; the point at `at` (from the frame's centre) keeps its position. */
export function zoomTo(
  zoom: Zoom,
  { scale, largest, at, picture, frame }: { scale: number; largest: number; at: Point } & Sizes,
): Zoom {
  const next = Math.min(largest, Math.max(1, scale))
  const ratio = next / zoom.scale
  const moved = { scale: next, x: at.x - (at.x - zoom.x) * ratio, y: at.y - (at.y - zoom.y) * ratio }
  return within(moved, { picture, frame })
}

/** Moves the picture by `by` pixels, at most to its edges. */
export function pan(zoom: Zoom, { by, ...sizes }: { by: Point } & Sizes): Zoom {
  return within({ scale: zoom.scale, x: zoom.x + by.x, y: zoom.y + by.y }, sizes)
}

/** `picture`: its size at scale 1. */
type Sizes = { picture: Size; frame: Size }

function within({ scale, x, y }: Zoom, { picture, frame }: Sizes): Zoom {
  const room = (shown: number, seen: number) => Math.max(0, (shown * scale - seen) / 2)
  const bound = (offset: number, most: number) => Math.min(most, Math.max(-most, offset)) || 0
  return {
    scale,
    x: bound(x, room(picture.width, frame.width)),
    y: bound(y, room(picture.height, frame.height)),
  }
}

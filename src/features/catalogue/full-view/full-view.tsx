import { ChevronLeft, ChevronRight, Minus, Plus, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { stepFor } from '#platform/storage/pictures/picture-ladder.ts'
import { useLayer } from '#ui/layers.ts'
import { pictureAt } from '#ui/picture.tsx'
import { captionOf, type GarmentPicture } from '../garment-picture.ts'
import { useZoom } from './use-zoom.ts'

/**
 * A garment's pictures over the whole window, one at a time, as large as their pixels allow; Escape, Back and the close
 * button close it. `modelLine`: on what the garment is shown, where a picture does not name the woman who wears it.
 */
export function FullView({
  pictures,
  modelLine,
  first,
  onClose,
}: {
  pictures: GarmentPicture[]
  modelLine: string | null
  first: number
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayer(true, () => dialog.current?.close())
  const [index, setIndex] = useState(first)
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('[aria-label="Zoom in"]')?.focus()
  }, [])

  const picture = pictures[index]
  const { zoom, largest, frame, picture: shown, ...tools } = useZoom(turn, picture ?? nothing)
  const many = pictures.length > 1

  function show(next: number) {
    setIndex(next)
    tools.toWhole()
  }

  function turn(by: 1 | -1) {
    show((index + by + pictures.length) % pictures.length)
  }

  if (!picture) return null
  const { width, height } = picture
  const pixels = zoom.scale > 1 ? width : Math.min(innerWidth, (innerHeight * width) / height) * devicePixelRatio
  const src = pictureAt(picture.url, stepFor(pixels, width))
  return (
    <dialog
      ref={dialog}
      aria-label="Pictures at full size"
      onClose={onClose}
      onKeyDown={tools.onKeyDown}
      className="m-0 h-dvh max-h-none w-screen max-w-none overscroll-contain bg-paper text-ink outline-none"
    >
      <div className="flex h-full flex-col">
        <div className="flex shrink-0 items-center gap-x-1 px-2 py-1.5 sm:px-4">
          <p role="status" className="mr-auto min-w-0 pl-2 text-small leading-tight">
            {many && (
              <span className="tabular-nums">
                {index + 1} / {pictures.length}
              </span>
            )}
            <span className="sr-only">{picture.alt}</span>
          </p>
          <Tool label="Zoom out" onPress={tools.farther} disabled={zoom.scale <= 1}>
            <Minus aria-hidden="true" strokeWidth={1.25} className="size-5" />
          </Tool>
          <Tool label="Zoom in" onPress={tools.nearer} disabled={zoom.scale >= largest}>
            <Plus aria-hidden="true" strokeWidth={1.25} className="size-5" />
          </Tool>
          <Tool label="Close" onPress={() => dialog.current?.close()}>
            <X aria-hidden="true" strokeWidth={1.25} className="size-6" />
          </Tool>
        </div>
        <div className="relative min-h-0 grow">
          <div
            ref={frame}
            {...tools.handlers}
            // Where nothing can be enlarged, the browser's own zoom answers.
            style={{ touchAction: largest > 1 ? 'none' : 'pinch-zoom' }}
            className={`absolute inset-0 flex select-none items-center justify-center overflow-hidden ${zoom.scale > 1 ? 'cursor-grab active:cursor-grabbing' : largest > 1 ? 'cursor-zoom-in' : ''}`}
          >
            <img
              key={picture.url}
              ref={shown}
              src={src}
              alt={picture.alt}
              width={width}
              height={height}
              draggable={false}
              style={{
                transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`,
                maxWidth: `min(100%, ${width / devicePixelRatio}px)`,
                maxHeight: `min(100%, ${height / devicePixelRatio}px)`,
              }}
              className="h-auto w-auto"
            />
          </div>
          {many && (
            <>
              <Tool
                label="Previous picture"
                onPress={() => turn(-1)}
                className="absolute top-1/2 left-1 bg-paper/80 sm:left-4"
              >
                <ChevronLeft aria-hidden="true" strokeWidth={1.25} className="size-6" />
              </Tool>
              <Tool
                label="Next picture"
                onPress={() => turn(1)}
                className="absolute top-1/2 right-1 bg-paper/80 sm:right-4"
              >
                <ChevronRight aria-hidden="true" strokeWidth={1.25} className="size-6" />
              </Tool>
            </>
          )}
        </div>
        <p
          aria-hidden="true"
          className="wrap-any mx-auto shrink-0 px-4 py-2.5 text-center text-ink-soft text-small leading-snug [@media(height<32rem)]:hidden"
        >
          {captionOf(picture, modelLine)}
        </p>
        {many && <Thumbs pictures={pictures} index={index} onShow={show} />}
      </div>
    </dialog>
  )
}

const nothing = { width: 0, height: 1 }

function Thumbs({
  pictures,
  index,
  onShow,
}: {
  pictures: GarmentPicture[]
  index: number
  onShow: (index: number) => void
}) {
  return (
    <ul className="flex shrink-0 justify-start gap-2 overflow-x-auto px-4 pb-4 sm:justify-center [@media(height<40rem)]:hidden">
      {pictures.map((picture, each) => (
        <li key={picture.url} className="shrink-0">
          <button
            type="button"
            aria-label={`Picture ${each + 1}`}
            aria-current={each === index}
            onClick={() => onShow(each)}
            className="block border-transparent border-b-2 pb-1 aria-current:border-mulberry aria-[current=false]:border-transparent"
          >
            <img
              src={pictureAt(picture.url, 160)}
              alt=""
              width={48}
              height={64}
              className="aspect-3/4 w-12 object-cover"
            />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Tool({
  label,
  onPress,
  disabled = false,
  className = '',
  children,
}: {
  label: string
  onPress: () => void
  disabled?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onPress}
      className={`inline-flex size-11 shrink-0 items-center justify-center hover:text-mulberry aria-disabled:opacity-40 ${className}`}
    >
      {children}
    </button>
  )
}

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type CaptchaKind, type CaptchaScript, loadCaptcha } from '../client/load-captcha.ts'

export type Captcha = {
  /** The captcha's element above a form's button; null without a captcha. */
  place: ReactNode
  /** Whether the captcha is not solved yet. */
  isOpen(): boolean
  /** The captcha's token, for one request; the next request needs another. */
  take(): string | undefined
}

/** Loads the provider's captcha, if the shop has one; otherwise loads and renders nothing. */
export function useCaptcha(kind: CaptchaKind | null): Captcha {
  const box = useRef<HTMLDivElement>(null)
  const answer = useRef<string>(undefined)
  const widget = useRef<{ script: CaptchaScript; id: string }>(undefined)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    if (!kind || !box.current) return
    const place = box.current
    let isOver = false
    const put = (script: CaptchaScript) => {
      if (isOver) return
      const forget = () => {
        answer.current = undefined
      }
      const id = script.render(place, {
        sitekey: kind.siteKey,
        theme: 'light',
        callback: (token: string) => {
          answer.current = token
        },
        'expired-callback': forget,
        'error-callback': forget,
      })
      widget.current = { script, id }
    }
    loadCaptcha(kind.provider).then(put, () => setFailed(true))
    return () => {
      isOver = true
      widget.current?.script.remove(widget.current.id)
      widget.current = undefined
    }
  }, [kind])

  return {
    place: kind && (
      <div>
        <div ref={box} hidden={failed} className="min-h-[4.25rem]" />
        {failed && (
          <p role="alert" className="text-mulberry text-small">
            The security check couldn’t load. Please allow it in your browser and reload this page.
          </p>
        )}
      </div>
    ),
    isOpen: () => kind !== null && answer.current === undefined,
    take() {
      const token = answer.current
      answer.current = undefined
      if (token !== undefined) widget.current?.script.reset(widget.current.id)
      return token
    },
  }
}

import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FormErrors } from './use-plain-form.ts'

/** The provider of the captcha, and the shop's public key there. */
export type CaptchaKind = { provider: 'turnstile' | 'hcaptcha'; siteKey: string }

export type Captcha = {
  /** The captcha's element above a form's button; null without a captcha. */
  place: ReactNode
  /** Whether the captcha is not solved yet. */
  isOpen(): boolean
  /** The captcha's token, for one request; the next request needs another. */
  take(): string | undefined
}

/** The error of a submit without a solved captcha. */
export const unsolvedCaptcha = { form: 'Please complete the check above the button first.' } satisfies FormErrors

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

/** The common interface of both providers' scripts. */
type CaptchaScript = {
  render(place: HTMLElement, options: Record<string, unknown>): string
  reset(widget: string): void
  remove(widget: string): void
}

const scripts = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit',
} as const satisfies Record<CaptchaKind['provider'], string>

let loading: Promise<CaptchaScript> | undefined

/** Loads the captcha provider's script once per page. Rejects if it cannot be loaded; the next call tries again. */
function loadCaptcha(provider: CaptchaKind['provider']): Promise<CaptchaScript> {
  loading ??= fetchScript(provider).catch((cause: unknown) => {
    loading = undefined
    throw cause
  })
  return loading
}

function fetchScript(provider: CaptchaKind['provider']): Promise<CaptchaScript> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scripts[provider]
    script.onload = () => {
      const found = (window as unknown as Record<string, CaptchaScript | undefined>)[provider]
      if (found) resolve(found)
      else reject(new Error(`The script of ${provider} brought nothing`))
    }
    script.onerror = () => {
      script.remove()
      reject(new Error(`The script of ${provider} could not be loaded`))
    }
    document.head.append(script)
  })
}

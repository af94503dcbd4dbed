import type { SignInSettings } from '#features/accounts/account-rules.ts'

export type CaptchaKind = NonNullable<SignInSettings['captcha']>

/** The common interface of both providers' scripts. */
export type CaptchaScript = {
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
export function loadCaptcha(provider: CaptchaKind['provider']): Promise<CaptchaScript> {
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

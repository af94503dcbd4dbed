import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { beginWithProvider } from '../client/oauth.ts'

/** A button for each sign-in provider; nothing without providers. */
export function ProviderButtons({ providers }: { providers: readonly string[] }) {
  const [leaving, setLeaving] = useState<string | null>(null)
  const [wrong, setWrong] = useState('')
  if (providers.length === 0) return null

  async function leave(provider: string) {
    if (leaving) return
    setLeaving(provider)
    setWrong('')
    const { problem } = await beginWithProvider(provider)
    // On success the browser navigates away and the button stays busy.
    if (!problem) return
    setWrong(problem.message)
    setLeaving(null)
  }

  return (
    <div className="mt-9">
      <p className="label text-ink-soft">Or with an account elsewhere</p>
      <ul className="mt-4 grid gap-3">
        {providers.map((provider) => (
          <li key={provider}>
            <Button
              tone="line"
              aria-disabled={leaving !== null}
              onClick={() => leave(provider)}
              className="w-full sm:w-auto sm:min-w-56"
            >
              {leaving === provider ? 'One moment…' : `Continue with ${nameOf(provider)}`}
            </Button>
          </li>
        ))}
      </ul>
      <p role="alert" className="mt-3 text-mulberry text-small empty:hidden">
        {wrong}
      </p>
    </div>
  )
}

function nameOf(provider: string): string {
  return provider.replace(/(^|_)([a-z])/g, (_, gap: string, letter: string) => (gap ? ' ' : '') + letter.toUpperCase())
}

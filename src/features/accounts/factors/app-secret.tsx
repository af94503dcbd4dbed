import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'

/** The data for an authenticator app; `qr_code` is a data URL of an SVG, `secret` the same secret as text. */
export type NewApp = { id: string; name: string; qr_code: string; secret: string; uri: string }

/** The secret of a new app: to scan, to type, or to open on the same telephone. */
export function AppSecret({ app: { qr_code, secret, uri } }: { app: NewApp }) {
  const groups = secret.match(/.{1,4}/g) ?? []

  async function copy() {
    const copied = await navigator.clipboard.writeText(secret).then(
      () => true,
      () => false,
    )
    await toast(
      copied ? { title: 'Copied' } : { title: 'Not copied', description: 'Please select the letters and copy them.' },
    )
  }

  return (
    <div className="grid items-start gap-x-10 gap-y-6 sm:grid-cols-[auto_1fr]">
      <img
        src={readable(qr_code)}
        alt="QR code for your authenticator app. The same key is written beside it."
        width={208}
        height={208}
        className="daylight size-52 border border-line bg-white p-3"
      />
      <div className="min-w-0">
        <p className="max-w-[28em]">Open your authenticator app, choose to add an account and scan this code.</p>
        <p className="mt-4 text-ink-soft text-small">Can’t scan it? Enter this key instead:</p>
        <p className="mt-1 font-medium tracking-[0.06em]" translate="no">
          {groups.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the groups never move, and two may be equal
            <span key={index} className="mr-2 inline-block font-mono text-[1rem]">
              {group}
            </span>
          ))}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-7">
          <TextButton onClick={copy}>Copy the key</TextButton>
          <a href={uri} className="inline-flex min-h-11 items-center text-mulberry">
            <span className="link">Open in an app on this device</span>
          </a>
        </p>
      </div>
    </div>
  )
}

/** supabase-js puts raw SVG behind `data:`, and a `#` in it would end the URL. */
function readable(address: string): string {
  const [head = '', ...svg] = address.split(',')
  return `${head},${encodeURIComponent(svg.join(','))}`
}

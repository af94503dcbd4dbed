import { Trash2 } from 'lucide-react'
import { Tooltip } from 'radix-ui'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { pence } from '#base/money.ts'
import { QuantityField } from '#features/cart/quantity-field.tsx'
import { Button, buttonLook } from '#ui/button.tsx'
import { CheckField, Choice } from '#ui/choice-field.tsx'
import { CodeField } from '#ui/code-field.tsx'
import { contrastOf } from '#ui/contrast.ts'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { ProductPicture, type StoredPicture } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { Rule } from '#ui/rule.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { SmallSelect } from '#ui/small-select.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import '#ui/fade.css'

/** One kind of component: its name, and below it the component in its states. */
export function Shown({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-[clamp(2.5rem,5vw,4.5rem)]">
      <Rule />
      <h2 id={id} className="mt-6 text-title leading-tight">
        {title}
      </h2>
      <div className="mt-7 grid gap-y-8">{children}</div>
    </section>
  )
}

/** The same component in several states, side by side where it fits. */
function States({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">{children}</div>
}

const colours = ['ink', 'ink-soft', 'mulberry', 'mulberry-deep', 'moss', 'woad', 'edge', 'line']
const grounds = ['paper', 'paper-deep', 'white']

/** Every colour on every background, with the contrast that this browser currently shows. */
export function ColoursShown() {
  const readColour = useColours()
  return (
    <Shown title="Colours">
      <div className="grid gap-4 md:grid-cols-3">
        {grounds.map((ground) => (
          <div key={ground} className="border border-line p-5" style={{ background: `var(--color-${ground})` }}>
            <h3 className="text-name">{ground}</h3>
            <ul className="mt-3">
              {colours.map((colour) => (
                <li key={colour} className="grid grid-cols-[1.5rem_1fr_auto] items-center gap-x-3 py-1">
                  <span aria-hidden="true" className="size-6" style={{ background: `var(--color-${colour})` }} />
                  <span>{colour}</span>
                  <span className="text-small tabular-nums">
                    {readColour ? contrast(readColour, colour, ground) : '…'}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Shown>
  )
}

type ReadColour = (name: string) => string

function contrast(readColour: ReadColour, colour: string, ground: string): string {
  return `${contrastOf(readColour(colour), readColour(ground)).toFixed(1)} : 1`
}

/** The current colours; null until they are read, and again whenever the colour scheme changes. */
function useColours(): ReadColour | null {
  const [values, setValues] = useState<{ readColour: ReadColour } | null>(null)
  useEffect(() => {
    const night = matchMedia('(prefers-color-scheme: dark)')
    function read() {
      const style = getComputedStyle(document.documentElement)
      setValues({ readColour: (name) => wholeHex(style.getPropertyValue(`--color-${name}`).trim()) })
    }
    read()
    night.addEventListener('change', read)
    return () => night.removeEventListener('change', read)
  }, [])
  return values?.readColour ?? null
}

// Style sheets are minified: #333 means #333333.
function wholeHex(hex: string): string {
  return hex.length === 4 ? `#${[...hex.slice(1)].map((figure) => figure + figure).join('')}` : hex
}

const scale = [
  { name: 'masthead', look: 'font-serif text-masthead leading-[0.94]' },
  { name: 'display', look: 'font-serif text-display leading-none' },
  { name: 'title', look: 'font-serif text-title leading-tight' },
  { name: 'name', look: 'font-serif text-name leading-tight' },
  { name: 'lead', look: 'text-lead leading-[1.4]' },
  { name: 'body', look: 'text-body' },
  { name: 'small', look: 'text-small text-ink-soft' },
  { name: 'label', look: 'label text-mulberry' },
]

/** Every type size, the largest first. */
export function TypeShown() {
  return (
    <Shown title="Type">
      <dl className="grid gap-y-5">
        {scale.map(({ name, look }) => (
          <div key={name} className="grid items-baseline gap-x-8 sm:grid-cols-[6rem_minmax(0,1fr)]">
            <dt className="text-ink-soft text-small">{name}</dt>
            <dd className={`wrap-any ${look}`}>
              Cut and sewn <em>for you</em>, £89.00
            </dd>
          </div>
        ))}
      </dl>
    </Shown>
  )
}

export function ButtonsShown() {
  return (
    <Shown title="Buttons and links">
      <Row>
        <Button>Main action</Button>
        <Button aria-disabled>Saving…</Button>
        <Button disabled>Not now</Button>
        <Link to="/shop" className={buttonLook('solid')}>
          A link
        </Link>
      </Row>
      <Row>
        <Button tone="line">Second action</Button>
        <Button tone="line" aria-disabled>
          Saving…
        </Button>
        <Button tone="line" disabled>
          Not now
        </Button>
        <Link to="/shop" className={buttonLook('line')}>
          A link
        </Link>
      </Row>
      <Row>
        <TextButton>Seldom used</TextButton>
        <TextButton aria-disabled>Saving…</TextButton>
        <Link to="/shop" className="link">
          A link
        </Link>
        <Link to="/shop" className="link text-mulberry">
          An important link
        </Link>
        <Tooltip.Provider delayDuration={300}>
          <IconButton label="Delete the Mary Dress" tip="Delete">
            <Trash2 aria-hidden="true" strokeWidth={1.25} className="size-5" />
          </IconButton>
        </Tooltip.Provider>
      </Row>
      <div className="foot flex flex-wrap items-center gap-x-6 gap-y-4 bg-mulberry p-6 text-paper">
        <p className="label">On mulberry</p>
        <Button tone="line">Second action</Button>
        <Link to="/shop" className="link hover:text-paper">
          A link
        </Link>
        <p className="text-ink-soft text-small">A note beside it</p>
      </div>
    </Shown>
  )
}

function Row({ children }: { children: React.ReactNode }) {
  return <div className="flex flex-wrap items-center gap-x-6 gap-y-4">{children}</div>
}

const reasons = [
  { id: 'size', name: 'A question about a size' },
  { id: 'order', name: 'A question about an order' },
]

export function FieldsShown() {
  return (
    <Shown title="Fields">
      <States>
        <Field label="Full name" autoComplete="off" />
        <Field label="E-mail" hint="Only for this order." placeholder="mary@example.com" autoComplete="off" />
        <Field label="Postcode" defaultValue="BH1" error="Enter a full postcode, such as HX7 8AD." autoComplete="off" />
        <Field label="Order number" defaultValue="TKW-4F7Q2M" readOnly />
        <Field label="Can’t be changed now" disabled defaultValue="Disabled" />
        <Field label="Search" type="search" autoComplete="off" />
      </States>
      <States>
        <SelectField label="What is it about?" choices={reasons} defaultValue="" />
        <SelectField label="Chosen" choices={reasons} defaultValue="size" hint="You can change it later." />
        <SelectField label="Missing" choices={reasons} defaultValue="" error="Please choose what it’s about." />
      </States>
      <States>
        <PasswordField label="Password" autoComplete="off" />
        <PasswordField label="New password" hint="At least 6 characters." autoComplete="off" />
        <PasswordField label="Password again" error="Passwords do not match" autoComplete="off" />
      </States>
      <States>
        <CodeField label="Code" />
        <CodeField label="Code" defaultValue="481516" hint="From your authenticator app." />
        <CodeField label="Code" defaultValue="000000" error="This code has expired. We’ve sent a new one." />
      </States>
    </Shown>
  )
}

const ways = ['By Tracked 48', 'By Tracked 24'] as const
const statuses = [
  { id: 'pending', name: 'Pending' },
  { id: 'shipped', name: 'Shipped' },
] as const

export function ChoicesShown() {
  const [way, setWay] = useState<string>(ways[0])
  const [ticked, setTicked] = useState(true)
  const [status, setStatus] = useState<(typeof statuses)[number]['id']>('pending')
  const [quantity, setQuantity] = useState(1)
  return (
    <Shown title="Choices">
      <States>
        <fieldset>
          <legend className="label text-ink-soft">Choose one</legend>
          {ways.map((name) => (
            <Choice key={name} name="way" checked={name === way} onChange={() => setWay(name)}>
              {name}
            </Choice>
          ))}
        </fieldset>
        <div>
          <CheckField label="Ticked or not" name="ticked" checked={ticked} onChange={setTicked} />
          <CheckField label="The reverse" name="other" checked={!ticked} onChange={(on) => setTicked(!on)} />
        </div>
        <SmallSelect label="Status of an order" value={status} choices={statuses} onChoose={setStatus} />
        <QuantityField quantity={quantity} onChange={setQuantity} />
      </States>
    </Shown>
  )
}

export function NoticesShown() {
  return (
    <Shown title="Notices and loading">
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        <Button tone="line" onClick={() => toast({ title: 'Added to your cart', description: 'Mary Dress, 10-12' })}>
          Show a notice
        </Button>
        <Button tone="line" onClick={() => toast({ title: 'Saved', tone: 'success' })}>
          Show a success
        </Button>
        <Button
          tone="line"
          onClick={() =>
            toast({ title: 'Not saved', description: 'Someone else has just changed this order.', tone: 'error' })
          }
        >
          Show an error
        </Button>
      </div>
      <States>
        <LoadingSkeleton label="Loading" count={2} />
        <div role="note" className="border-mulberry border-l-2 pl-5">
          <p>We couldn’t load this just now.</p>
        </div>
      </States>
    </Shown>
  )
}

export function PicturesShown({ picture }: { picture: StoredPicture | null }) {
  return (
    <Shown title="Pictures and prices">
      <States>
        <figure>
          <ProductPicture picture={picture} sizes="(width >= 64rem) 28vw, 90vw" />
          <Words>A picture</Words>
        </figure>
        <figure>
          <div className="melt">
            <ProductPicture picture={picture} sizes="(width >= 64rem) 28vw, 90vw" />
          </div>
          <Words>One that fades into the page, framed in dark mode</Words>
        </figure>
        <figure>
          <ProductPicture picture={null} sizes="" />
          <Words>None yet</Words>
        </figure>
      </States>
      <p className="flex flex-wrap gap-x-8">
        <Price pence={pence(8900)} />
        <Price pence={pence(123450)} className="text-lead" />
      </p>
    </Shown>
  )
}

function Words({ children }: { children: string }) {
  return <figcaption className="mt-4 text-ink-soft text-small">{children}</figcaption>
}

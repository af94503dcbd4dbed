import { Trash2 } from 'lucide-react'
import { Tooltip } from 'radix-ui'
import { Button, buttonLook } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { Shown } from './shown.tsx'

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

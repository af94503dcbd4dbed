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
        <Button>The one thing to do</Button>
        <Button aria-disabled>Being done…</Button>
        <Button disabled>Not now</Button>
        <Link to="/shop" className={buttonLook('solid')}>
          Leads somewhere
        </Link>
      </Row>
      <Row>
        <Button tone="line">Another thing to do</Button>
        <Button tone="line" aria-disabled>
          Being done…
        </Button>
        <Button tone="line" disabled>
          Not now
        </Button>
        <Link to="/shop" className={buttonLook('line')}>
          Leads somewhere
        </Link>
      </Row>
      <Row>
        <TextButton>What one does seldom</TextButton>
        <TextButton aria-disabled>Being done…</TextButton>
        <Link to="/shop" className="link">
          A link
        </Link>
        <Link to="/shop" className="link text-mulberry">
          A link of weight
        </Link>
        <Tooltip.Provider delayDuration={300}>
          <IconButton label="Delete the Mary Dress" tip="Delete">
            <Trash2 aria-hidden="true" strokeWidth={1.25} className="size-5" />
          </IconButton>
        </Tooltip.Provider>
      </Row>
      <div className="foot flex flex-wrap items-center gap-x-6 gap-y-4 bg-mulberry p-6 text-paper">
        <p className="label">On mulberry</p>
        <Button tone="line">Another thing to do</Button>
        <Link to="/shop" className="link hover:text-paper">
          A link
        </Link>
        <p className="text-ink-soft text-small">What is said beside it</p>
      </div>
    </Shown>
  )
}

function Row({ children }: { children: React.ReactNode }) {
  return <div className="flex flex-wrap items-center gap-x-6 gap-y-4">{children}</div>
}

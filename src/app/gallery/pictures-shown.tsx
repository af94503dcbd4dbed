import { penceFromPounds } from '#base/money.ts'
import { ProductPicture, type StoredPicture } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { Shown, States } from './shown.tsx'

export function PicturesShown({ picture }: { picture: StoredPicture | null }) {
  return (
    <Shown title="Pictures and prices">
      <States>
        <figure>
          <ProductPicture picture={picture} sizes="(width >= 64rem) 28vw, 90vw" />
          <Words>A picture</Words>
        </figure>
        <figure>
          <ProductPicture picture={picture} sizes="(width >= 64rem) 28vw, 90vw" className="melt" />
          <Words>One that fades into the page, framed in dark mode</Words>
        </figure>
        <figure>
          <ProductPicture picture={null} sizes="" />
          <Words>None yet</Words>
        </figure>
      </States>
      <p className="flex flex-wrap gap-x-8">
        <Price pence={penceFromPounds(89)} />
        <Price pence={penceFromPounds(1234.5)} className="text-lead" />
      </p>
    </Shown>
  )
}

function Words({ children }: { children: string }) {
  return <figcaption className="mt-4 text-ink-soft text-small">{children}</figcaption>
}

import { ProductPicture, type StoredPicture } from '#ui/picture.tsx'
import { Buttons, type Slots, Still, Words } from '../documents/words.tsx'
import type { HomeFacts } from './home-facts.ts'
import './home-hero.css'

/** The displayed width of the first image; on a phone its sides are cropped, so it is wider than the screen. */
export const heroSizes = '(width >= 64rem) 76vw, (width >= 34rem) 100vw, 34rem'

type HomeHeroProps = {
  picture: StoredPicture | null
  isRoom: boolean
  words: Slots | undefined
  buttons: HomeFacts['buttons']
}

/**
 * The hero: the collection's photograph, with the text on the wall beside it. `isRoom`: the page's own photograph,
 * which extends the wall; otherwise a product's picture. Container queries in characters decide whether the text fits
 * beside it: enlarged text would cover the garments.
 */
export function HomeHero({ picture, isRoom, words, buttons }: HomeHeroProps) {
  return (
    <div className="@container">
      <section className="hero relative bg-paper @5xl:grid @5xl:min-h-[clamp(30rem,47vw,calc(100svh-var(--header-height)))] @5xl:grid-rows-[1fr_auto_auto_1fr]">
        <Still
          words={words}
          as="h1"
          className="hero-words hero-headline relative z-10 pt-4 text-[clamp(min(2.75rem,13.75vw),12.6vw,5.5rem)] leading-[0.94] tracking-[-0.024em] sm:pt-8 @5xl:row-start-2 @5xl:pt-0"
        >
          {words && <Words spans={words.title} />}
        </Still>
        {picture && (
          <div className={`hero-picture ${isRoom ? 'hero-room' : 'hero-garment'}`}>
            <ProductPicture
              picture={picture}
              priority
              sizes={isRoom ? heroSizes : '(width >= 64rem) 34vw, 26rem'}
              className="bg-none"
            />
          </div>
        )}
        <div className="hero-words relative z-10 pb-10 @5xl:row-start-3 @5xl:mt-[2.6vw] @5xl:pb-0">
          <Still
            words={words}
            as="p"
            className="max-w-[23em] text-balance text-ink-soft leading-[1.35] sm:text-lead @5xl:max-w-[19em]"
          >
            {words && <Words spans={words.lead} />}
          </Still>
          <p className="mt-5 flex flex-wrap items-center gap-x-7 gap-y-1 @5xl:mt-[2.4vw]">
            <Buttons entries={buttons['hero-buttons']} />
          </p>
        </div>
      </section>
    </div>
  )
}

import { HomeClose } from './home-close.tsx'
import { HomeCloth } from './home-cloth.tsx'
import type { HomeFacts } from './home-facts.ts'
import { HomeHero } from './home-hero.tsx'
import { HomeNewest } from './home-newest.tsx'
import { HomePreorders } from './home-preorders.tsx'
import { HomeSteps } from './home-steps.tsx'
import { HomeStory } from './home-story.tsx'

/** Home of the opened shop. */
export function HomeView({ home }: { home: HomeFacts }) {
  return (
    <>
      <HomeHero {...home.hero} />
      <HomePreorders preorders={home.preorders} />
      <HomeStory picture={home.story} />
      <HomeNewest products={home.newest} />
      <HomeCloth picture={home.cloth} colours={home.colours} />
      <div className="mt-[clamp(5rem,10vw,9.5rem)]">
        <HomeSteps
          productionDays={home.productionDays}
          orderedToday={home.orderedToday}
          transit={home.transit}
          isAbroad={home.isAbroad}
        />
      </div>
      <HomeClose sizes={home.sizes} verse={home.verse} />
    </>
  )
}

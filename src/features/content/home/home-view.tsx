import { shop } from '#shop'
import { HomeClose } from './home-close.tsx'
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
      <HomeHero garment={home.hero} />
      <HomePreorders preorders={home.preorders} />
      <HomeStory picture={home.story} />
      <HomeNewest products={home.newest} />
      <HomeSteps
        productionDays={home.productionDays}
        orderedToday={home.orderedToday}
        transit={home.transit}
        isAbroad={home.isAbroad}
      />
      <HomeClose sizes={shop.sizes} verse={shop.verses.opening} />
    </>
  )
}

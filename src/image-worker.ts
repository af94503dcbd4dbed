import { composeCard } from '#features/seo/cards/compose-card.ts'
import { serveImageTasks } from '#platform/storage/pictures/image-tasks.ts'

// The process that decodes, encodes and draws images, a child of the shop's programs.
serveImageTasks({ card: composeCard })

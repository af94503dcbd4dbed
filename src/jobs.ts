import type { Shop } from './open-shop.ts'

/** Every job of the shop, by its name. */
export async function startJobs({ queue }: Shop): Promise<void> {
  await queue.work({})
}

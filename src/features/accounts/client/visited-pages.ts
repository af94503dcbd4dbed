/**
 * Pages of the shop that this document showed, path and query, the latest last; a sign-in returns to one of them. Apart
 * from `return-path.ts`, which only the sign-in pages load.
 */
export const visitedPages: string[] = []

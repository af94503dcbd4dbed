/** The milliseconds of a day of UTC. */
export const dayMs = 86_400_000

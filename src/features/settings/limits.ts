/** The most characters that stay readable as one thin line above a phone's header. */
export const longestBanner = 56

/** In working days. */
export const mostProductionDays = 60

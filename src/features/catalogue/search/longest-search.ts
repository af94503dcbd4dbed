/** The longest search, in characters; longer text is cut. */
export const longestSearch = 200

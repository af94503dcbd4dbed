/** The longest search text, in characters; longer text is truncated. */
export const longestSearch = 200

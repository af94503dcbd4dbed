/** As long as a search may be, in characters; the rest of what is typed or pasted is not looked for. */
export const longestSearch = 200

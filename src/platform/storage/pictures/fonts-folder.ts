import { resolve } from 'node:path'

/** Where the fonts of words on pictures lie, with the file that tells fontconfig of them and of no others. */
export const fontsFolder = resolve('src/platform/storage/pictures/fonts')

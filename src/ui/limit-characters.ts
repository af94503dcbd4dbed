import type { FormEvent } from 'react'
import { cutCharacters } from '#platform/text/kept-text.ts'

type TextField = HTMLInputElement | HTMLTextAreaElement

/**
 * Props that keep a text field to `most` characters, as the server counts them. Browsers count differently: for `maxLength`
 * an emoji is two characters or eleven.
 */
export function limitCharacters(most: number) {
  return {
    onInput({ currentTarget: field, nativeEvent }: FormEvent<TextField>): void {
      // A text that is still being composed, such as Chinese, is cut once it is there.
      if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) return
      const kept = cutCharacters(field.value, most)
      if (kept === field.value) return
      const caret = field.selectionStart ?? kept.length
      field.value = kept
      field.setSelectionRange(caret, caret)
    },
  }
}

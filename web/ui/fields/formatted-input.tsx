import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import { TextInput } from './text-field.tsx'

export type FormattedInputProps = Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange'> & {
  value: string
  onChange: (value: string) => void
  /** Writes what was typed or pasted as it should stand. */
  format: (text: string) => string
  /** Writes what is left after a deletion; without it, `format` does. */
  formatDeleted?: ((text: string) => string) | undefined
  suffix?: ReactNode
}

/**
 * Digits in a text input that are grouped while they are typed. The caret stays behind the digit it was behind, and
 * deleting a separator deletes the digit beyond it.
 */
export function FormattedInput({ value, onChange, format, formatDeleted, ...rest }: FormattedInputProps) {
  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    const input = event.currentTarget
    const kind = (event.nativeEvent as InputEvent).inputType ?? ''
    const deleting = kind.startsWith('delete')
    const write = (deleting && formatDeleted) || format
    let text = input.value
    let caret = input.selectionStart ?? text.length
    if (deleting && write(text) === value) {
      const forward = kind.endsWith('Forward')
      const [before, after] = [text.slice(0, caret), text.slice(caret)]
      const kept = forward ? before : before.slice(0, Math.max(0, endOfDigits(before) - 1))
      text = kept + (forward ? after.replace(/\d/, '') : after)
      caret = kept.length
    }
    const written = write(text)
    const place =
      caret >= text.length ? written.length : placeAfter(written, countDigits(text.slice(0, caret)))
    // Written here already, because a browser moves the caret to the end when React changes the text.
    input.value = written
    input.setSelectionRange(place, place)
    onChange(written)
  }
  return <TextInput inputMode="numeric" {...rest} value={value} onChange={change} />
}

/** Returns the place behind the last digit. */
export function endOfDigits(text: string): number {
  let end = text.length
  while (end > 0 && !/\d/.test(text[end - 1]!)) end--
  return end
}

const countDigits = (text: string): number => text.replace(/\D/g, '').length

/** Returns the place behind the nth digit. */
function placeAfter(text: string, digits: number): number {
  let place = 0
  for (let left = digits; left > 0 && place < text.length; place++) if (/\d/.test(text[place]!)) left--
  return place
}

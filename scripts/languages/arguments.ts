import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { parseText } from './compile-text.ts'
import type { TextCall } from './find-texts.ts'

/** Names the values of a message, each with what the message does with it: `argument`, `number`, `plural`, `select` or `tag`. */
export function argumentsOf(elements: readonly MessageFormatElement[]): Map<string, string> {
  const found = new Map<string, string>()
  const add = (name: string, use: string): void => {
    // A number that is also shown by itself stays the number that chooses the form.
    if (use !== 'argument' || !found.has(name)) found.set(name, use)
  }
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue
    add(element.value, TYPE[element.type])
    const below =
      element.type === TYPE.tag
        ? [element.children]
        : element.type === TYPE.plural || element.type === TYPE.select
          ? Object.values(element.options).map(({ value }) => value)
          : []
    for (const elements of below) for (const [name, use] of argumentsOf(elements)) add(name, use)
  }
  return found
}

/** Throws unless a text takes exactly the values of a call. */
export function checkArguments({ name, values }: TextCall, text: string): void {
  const wanted = argumentsOf(parseText(text, name === 'rich'))
  for (const wantedName of wanted.keys())
    if (!values.has(wantedName)) throw new Error(`the value ${wantedName} is missing.`)
  for (const given of values.keys()) if (!wanted.has(given)) throw new Error(`it takes no value ${given}.`)
}

/** The part of a variable's name before the caret, and where it begins. */
export interface Completion {
  readonly from: number
  readonly typed: string
}

/** Returns what is being typed at the caret: 'inv' of '{{ inv'; null outside of Liquid and where no variable belongs. */
export function completionAt(text: string, caret: number): Completion | null {
  const before = text.slice(0, caret)
  const opening = Math.max(before.lastIndexOf('{{'), before.lastIndexOf('{%'))
  if (opening === -1) return null
  const inside = before.slice(opening + 2)
  const words = inside.replace(/^-/, '').trimStart().split(/\s/)
  const typed = words.at(-1) ?? ''
  if (!/^[\w.]*$/.test(typed) || inside.includes('}')) return null
  const expectsVariable = before.startsWith('{{', opening)
    ? words.length === 1
    : followsTag(words.slice(0, -1))
  return expectsVariable ? { from: caret - typed.length, typed } : null
}

/** True after 'if', 'if totals.count == 1 and' or 'for invoice in'. */
const followsTag = ([tag = '', ...rest]: readonly string[]): boolean =>
  ['if', 'elsif', 'unless'].includes(tag) || (tag === 'for' && rest.at(-1) === 'in')

/** Text that completes a variable: closing braces follow an output that has none. */
export function completedText(text: string, caret: number, variable: string): string {
  const opening = text.slice(0, caret).lastIndexOf('{')
  const isOutput = text.startsWith('{{', opening - 1)
  return isOutput && !/^[\w.]*\s*-?\}\}/.test(text.slice(caret)) ? `${variable} }}` : variable
}

/** Variables that begin with the typed text, then those that contain it. */
export function matchingVariables<Variable extends { readonly name: string }>(
  variables: readonly Variable[],
  typed: string,
): Variable[] {
  const word = typed.toLowerCase()
  const matching = variables.filter(({ name }) => name.includes(word))
  const first = matching.filter(({ name }) => name.startsWith(word))
  return [...first, ...matching.filter((one) => !first.includes(one))]
}

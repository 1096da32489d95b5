import type { Notes } from './use-notes.ts'

type Person = Notes['people'][number]

/** A mention that is being typed: where its @ is, and the letters after it. */
export interface TypedMention {
  readonly at: number
  readonly letters: string
}

/** Finds the mention that is being typed before the caret. The @ of an email address begins none. */
export function findTypedMention(text: string, caret: number): TypedMention | null {
  const before = text.slice(0, caret)
  const at = before.lastIndexOf('@')
  if (at < 0 || /\S/.test(before[at - 1] ?? ' ')) return null
  const letters = before.slice(at + 1)
  // A name may have a space, and text after a mention has more.
  return /^\S*( \S*)?$/.test(letters) ? { at, letters } : null
}

/** Returns the people whose first or last name begins with the letters. */
export function matchPeople(people: readonly Person[], letters: string): readonly Person[] {
  const wanted = letters.toLowerCase()
  return people.filter(({ name }) => {
    const lower = name.toLowerCase()
    return lower.startsWith(wanted) || lower.split(' ').some((word) => word.startsWith(wanted))
  })
}

/** Returns the ids of people whom a change of the text mentions by their whole name. */
export const newlyMentioned = (before: string, after: string, people: readonly Person[]): readonly string[] =>
  people.filter(({ name }) => after.includes(`@${name}`) && !before.includes(`@${name}`)).map(({ pk }) => pk)

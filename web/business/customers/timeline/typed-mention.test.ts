import { expect, test } from 'vitest'
import { findTypedMention, matchPeople, newlyMentioned } from './typed-mention.ts'

const PEOPLE = [
  { pk: '1', name: 'Dana Whitfield' },
  { pk: '2', name: 'Marcus Adeyemi' },
]

test('finds the mention before the caret, also of two words', () => {
  expect(findTypedMention('Ask @Mar', 8)).toEqual({ at: 4, letters: 'Mar' })
  expect(findTypedMention('@', 1)).toEqual({ at: 0, letters: '' })
  expect(findTypedMention('Ask @Marcus Ad now', 14)).toEqual({ at: 4, letters: 'Marcus Ad' })
  expect(findTypedMention('Ask\n@Mar', 8)).toEqual({ at: 4, letters: 'Mar' })
})

test('finds none in an email address, after a mention, and before the @', () => {
  expect(findTypedMention('ap@harbor.test', 9)).toBeNull()
  expect(findTypedMention('@Marcus Adeyemi please', 22)).toBeNull()
  expect(findTypedMention('Ask @Marcus\n', 12)).toBeNull()
  expect(findTypedMention('Ask @Mar', 3)).toBeNull()
})

test('matches people by the beginning of either name', () => {
  expect(matchPeople(PEOPLE, 'ade')).toEqual([PEOPLE[1]])
  expect(matchPeople(PEOPLE, 'Dana W')).toEqual([PEOPLE[0]])
  expect(matchPeople(PEOPLE, '')).toEqual(PEOPLE)
  expect(matchPeople(PEOPLE, 'zoe')).toEqual([])
})

test('mentions whom a change of the text names in whole, once', () => {
  expect(newlyMentioned('Ask @Marcus Adeyem', 'Ask @Marcus Adeyemi', PEOPLE)).toEqual(['2'])
  expect(newlyMentioned('Ask @Marcus Adeyemi', 'Ask @Marcus Adeyemi!', PEOPLE)).toEqual([])
  expect(newlyMentioned('', 'Marcus Adeyemi', PEOPLE)).toEqual([])
})

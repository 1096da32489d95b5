import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { catalogueProblems, messageProblems } from './catalogue-problems.ts'
import { CATALOGUES, readCatalogue, translatedLanguages } from './offered-languages.ts'
import { readUsedMessages } from './used-messages.ts'

const used = readUsedMessages()

it('finds messages that can be translated in the code', () => {
  const wrong = [...used.values()].flatMap((one) =>
    messageProblems(one).map((problem) => `${one.place}: ${problem}`),
  )
  expect(wrong).toEqual([])
})

describe.each(translatedLanguages())('languages/%s.json', (language) => {
  it('translates exactly the texts of the code', () => {
    expect(catalogueProblems(language, readCatalogue(language), used)).toEqual([])
  })

  it('is written one message a line, each once', () => {
    const text = readFileSync(join(CATALOGUES, `${language}.json`), 'utf8')
    expect(text).toBe(`${JSON.stringify(readCatalogue(language), null, 2)}\n`)
  })
})

describe('the check of a catalogue', () => {
  const key = '{n, plural, one {# invoice of {name}} other {# invoices of {name}}}'
  const uses = new Map([[key, { message: key, name: 't' as const }]])
  const problems = (text: string, language = 'fr') => catalogueProblems(language, { [key]: text }, uses)

  it('accepts a whole translation', () => {
    expect(
      problems(
        '{n, plural, one {# facture de {name}} many {# de factures de {name}} other {# factures de {name}}}',
      ),
    ).toEqual([])
  })

  it.each([
    ['an own apostrophe', "{n, plural, one {l'{name}} many {{name}} other {{name}}}", 'straight apostrophe'],
    [
      'a missing form',
      '{n, plural, one {{name}} other {{name}}}',
      'counts by one,other instead of many,one,other',
    ],
    [
      'another value',
      '{n, plural, one {{nom}} many {{nom}} other {{nom}}}',
      'takes n (plural),nom (argument)',
    ],
    ['a value of another kind', '{n} {name}', 'takes n (argument),name (argument) instead of'],
    ['a blank at the end', '{n, plural, one {{name}} many {{name}} other {{name}}} ', 'ends with a blank'],
    ['a text that is cut off', '{n, plural, one {{name}', 'EXPECT'],
  ])('reports %s', (_name, text, problem) => {
    expect(problems(text).join()).toContain(problem)
  })

  it('reports missing, unused and unsorted texts', () => {
    const two = new Map([['a', { message: 'a', name: 't' as const }], ...uses])
    expect(catalogueProblems('fr', { z: 'z', b: 'b' }, two)).toEqual([
      'lacks "a"',
      `lacks ${JSON.stringify(key)}`,
      'has "z", which nothing uses',
      'has "b", which nothing uses',
      'is not sorted by its keys',
    ])
  })
})

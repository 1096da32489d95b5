import { expect, it } from 'vitest'
import { type CommandLine, parseArguments, WrongArguments, wholeNumber } from './command-line.ts'

const line = {
  usage: 'Usage: …',
  options: { invoices: { type: 'string' }, account: { type: 'string' }, quick: { type: 'boolean' } },
  understand: (values: { invoices?: string; account?: string; quick?: boolean }) => ({
    ...values,
    invoices: wholeNumber('invoices', values.invoices, null),
  }),
} as const satisfies CommandLine<Record<string, { type: 'string' | 'boolean' }>, unknown>

const read = (...args: string[]) => parseArguments(line, args)

it('reads the arguments of a command', () => {
  expect(read('--invoices', '7', '--quick', '--account=a')).toEqual({
    invoices: 7,
    quick: true,
    account: 'a',
  })
  expect(read()).toEqual({ invoices: null })
})

it.each([
  [['--invoice', '5'], 'There is no option --invoice.'],
  [['-x'], 'There is no option -x.'],
  [['--toString'], 'There is no option --toString.'],
  [['extra'], "'extra' is not understood."],
  [['--', 'extra'], "'extra' is not understood."],
  [['--quick=yes'], '--quick takes no value.'],
  [['--account'], '--account needs a value.'],
  [['--account='], '--account needs a value.'],
  [['--account', '--quick'], '--account needs a value.'],
  [['--invoices', '-5'], "--invoices takes a whole number of 1 or more, not '-5'."],
  [['--invoices=1e3'], "--invoices takes a whole number of 1 or more, not '1e3'."],
])('refuses %j with a sentence', (args, sentence) => {
  expect(() => read(...args)).toThrow(new WrongArguments(sentence))
})

it('passes positional arguments to a command that accepts them', () => {
  const words = {
    usage: '',
    options: {},
    words: true,
    understand: (_values: object, given: string[]) => given,
  }
  expect(parseArguments(words, ['list', 'login'])).toEqual(['list', 'login'])
})

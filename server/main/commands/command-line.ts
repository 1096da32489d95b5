import { type ParseArgsConfig, type ParseArgsOptionDescriptor, parseArgs } from 'node:util'

type Options = Readonly<Record<string, ParseArgsOptionDescriptor>>
type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; strict: true; allowPositionals: true }>
>['values']

/** What was given on the command line is not what the command takes: a sentence for the person. */
export class WrongArguments extends Error {}

export interface CommandLine<O extends Options, T> {
  /** How the command is called, for whoever called it otherwise. */
  readonly usage: string
  readonly options: O
  /** What stands there without an option's name; without it there may be nothing. */
  readonly words?: boolean
  /** Makes of the values what the command works with. Throws WrongArguments. */
  readonly understand: (values: Values<O>, words: string[]) => T
}

/**
 * Reads a command's arguments. What it doesn't take ends the process with exit code 2, a sentence and the usage on
 * standard error; --help shows the usage.
 */
export function readCommandLine<const O extends Options, T>(
  line: CommandLine<O, T>,
  args: string[] = process.argv.slice(2),
): T {
  if (args.includes('--help')) {
    process.stdout.write(`${line.usage}\n`)
    process.exit(0)
  }
  try {
    return understandArguments(line, args)
  } catch (error) {
    if (!(error instanceof WrongArguments)) throw error
    process.stderr.write(`${error.message}\n\n${line.usage}\n`)
    process.exit(2)
  }
}

/** As readCommandLine, for who answers otherwise. Throws WrongArguments. */
export function understandArguments<const O extends Options, T>(line: CommandLine<O, T>, args: string[]): T {
  // Read loosely, and judged here: the library's own sentences are for programmers.
  const config = { args, options: line.options as NonNullable<ParseArgsConfig['options']> }
  const { values, positionals, tokens } = parseArgs({ ...config, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'positional' && !line.words)
      throw new WrongArguments(`'${token.value}' is not understood.`)
    if (token.kind !== 'option') continue
    const option = Object.hasOwn(line.options, token.name) ? line.options[token.name] : undefined
    if (option === undefined) throw new WrongArguments(`There is no option ${token.rawName}.`)
    if (option.type === 'boolean' && token.value !== undefined)
      throw new WrongArguments(`${token.rawName} takes no value.`)
    const missing = token.value === undefined || token.value === '' || isOption(token)
    if (option.type === 'string' && missing) throw new WrongArguments(`${token.rawName} needs a value.`)
  }
  return line.understand(values as Values<O>, positionals)
}

/** The next option was taken for this one's value. */
const isOption = (token: { value: string | undefined; inlineValue: boolean | undefined }): boolean =>
  token.inlineValue !== true && token.value?.startsWith('--') === true

/** A command that takes no arguments. */
export const takeNoArguments = (usage: string, args?: string[]): void =>
  readCommandLine({ usage, options: {}, understand: () => {} }, args)

/** A whole number from 1 on, or what stands for it when none is given. Throws WrongArguments. */
export function wholeNumber<T>(name: string, text: string | undefined, otherwise: T): number | T {
  if (text === undefined) return otherwise
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new WrongArguments(`--${name} takes a whole number of 1 or more, not '${text}'.`)
  return Number(text)
}

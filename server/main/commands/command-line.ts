import { type ParseArgsConfig, type ParseArgsOptionDescriptor, parseArgs } from 'node:util'

type Options = Readonly<Record<string, ParseArgsOptionDescriptor>>
type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; strict: true; allowPositionals: true }>
>['values']

/** Invalid command line arguments. The message is a sentence for a person. */
export class WrongArguments extends Error {}

export interface CommandLine<O extends Options, T> {
  /** Usage text, shown for --help and for invalid arguments. */
  readonly usage: string
  readonly options: O
  /** True when positional arguments are allowed. */
  readonly words?: boolean
  /** Converts the values for the command. Throws WrongArguments. */
  readonly understand: (values: Values<O>, words: string[]) => T
}

/**
 * Reads a command's arguments. Invalid ones end the process with exit code 2 and a sentence and the usage on
 * standard error; --help prints the usage.
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
    return parseArguments(line, args)
  } catch (error) {
    if (!(error instanceof WrongArguments)) throw error
    process.stderr.write(`${error.message}\n\n${line.usage}\n`)
    process.exit(2)
  }
}

/** Like readCommandLine, for callers that handle errors themselves. Throws WrongArguments. */
export function parseArguments<const O extends Options, T>(line: CommandLine<O, T>, args: string[]): T {
  // Parsed without strict mode, because the library's messages address programmers.
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

/** True when the next option was parsed as this one's value. */
const isOption = (token: { value: string | undefined; inlineValue: boolean | undefined }): boolean =>
  token.inlineValue !== true && token.value?.startsWith('--') === true

/** Refuses all arguments. */
export const takeNoArguments = (usage: string, args?: string[]): void =>
  readCommandLine({ usage, options: {}, understand: () => {} }, args)

/** Parses a whole number of 1 or more. Returns `otherwise` when absent. Throws WrongArguments. */
export function wholeNumber<T>(name: string, text: string | undefined, otherwise: T): number | T {
  if (text === undefined) return otherwise
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new WrongArguments(`--${name} takes a whole number of 1 or more, not '${text}'.`)
  return Number(text)
}

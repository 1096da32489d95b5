/** One line for the person at the terminal. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** A line beside a command's output, which somebody may be reading by program. */
export const sayAside = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** Ends a command with one sentence when it can't do what it was asked. */
export function failCommand(what: string, error: unknown): never {
  process.stderr.write(`${what} ${error instanceof Error ? error.message : String(error)}\n`)
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  process.exit(1)
}

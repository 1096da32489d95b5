/** Prints one line for the person at the terminal. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Prints a line to standard error, because a program may read the command's output. */
export const sayOnStderr = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** Ends a failed command with one sentence. */
export function failCommand(what: string, error: unknown): never {
  process.stderr.write(`${what} ${error instanceof Error ? error.message : String(error)}\n`)
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  process.exit(1)
}

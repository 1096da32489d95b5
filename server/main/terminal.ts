/** One line for the person at the terminal. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Ends a command with one sentence when it can't do what it was asked. */
export function failCommand(what: string, error: unknown): never {
  process.stderr.write(`${what} ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

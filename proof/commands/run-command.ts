import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import type { TestDatabase } from '../../testing/database/test-database.ts'
import { addressOf, ownEnvironment, programOf } from '../../testing/product-process.ts'
import type { TestApp } from '../../testing/test-app.ts'

const SECRET = randomBytes(32).toString('hex')

export interface CommandResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a statement as the owner of the tables. */
export async function query(
  database: TestDatabase | TestApp,
  statement: string,
): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client(database.ownerConfig)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Launches a program in `folder`, with a SECRET unless the environment has one. */
export function launch(
  folder: string,
  program: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  return spawn(process.execPath, program, {
    cwd: folder,
    env: { ...ownEnvironment(), SECRET, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

export async function waitForResult(child: ChildProcess): Promise<CommandResult> {
  const [out, err, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close') as Promise<[number]>,
  ])
  return { code, out, err }
}

export const run = (
  folder: string,
  [name, ...args]: string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> => waitForResult(launch(folder, programOf(name!, ...args), environment))

/** Runs a command on a database. */
export const runOn = (
  folder: string,
  database: TestDatabase | TestApp,
  ...command: string[]
): Promise<CommandResult> => run(folder, command, { DATABASE_URL: addressOf(database.ownerConfig) })

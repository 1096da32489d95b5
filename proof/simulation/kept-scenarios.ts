import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Failure } from './simulate-many.ts'

const FOLDER = fileURLToPath(new URL('./kept/', import.meta.url))

/** A scenario that failed once, kept as a regression test. */
export interface KeptScenario extends Omit<Failure, 'message'> {
  readonly name: string
  /** The failure, in one sentence. */
  readonly found: string
}

/** Returns every kept scenario, sorted by name. */
export async function readKeptScenarios(): Promise<KeptScenario[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.json')).sort()
  return Promise.all(
    files.map(async (file) => ({
      ...(JSON.parse(await readFile(join(FOLDER, file), 'utf8')) as Omit<KeptScenario, 'name'>),
      name: file.slice(0, -'.json'.length),
    })),
  )
}

/** Saves a failure under its seed. Returns the path of the file. */
export async function keepScenario({ message, ...failure }: Failure): Promise<string> {
  const path = join(FOLDER, `seed-${failure.seed}.json`)
  const found = message.split('\n').slice(0, 2).join(' ').trim()
  await writeFile(path, `${JSON.stringify({ found, ...failure }, null, 2)}\n`)
  return path
}

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Failure } from './many.ts'

const FOLDER = fileURLToPath(new URL('./kept/', import.meta.url))

/** A scenario that failed once, kept so that it never does again. */
export interface Kept extends Omit<Failure, 'message'> {
  readonly name: string
  /** What went wrong, in a sentence. */
  readonly found: string
}

/** Every scenario that is kept, by name. */
export async function readKept(): Promise<Kept[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.json')).sort()
  return Promise.all(
    files.map(async (file) => ({
      ...(JSON.parse(await readFile(join(FOLDER, file), 'utf8')) as Omit<Kept, 'name'>),
      name: file.slice(0, -'.json'.length),
    })),
  )
}

/** Keeps a failure under its seed. Returns the file's path. */
export async function keep({ message, ...failure }: Failure): Promise<string> {
  const path = join(FOLDER, `seed-${failure.seed}.json`)
  const found = message.split('\n').slice(0, 2).join(' ').trim()
  await writeFile(path, `${JSON.stringify({ found, ...failure }, null, 2)}\n`)
  return path
}

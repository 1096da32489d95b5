import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(root, 'dist')

export interface Product {
  /** Its folder in dist. */
  readonly name: string
  /** Globs of everything that decides what is made. */
  readonly inputs: readonly string[]
  /** Makes it in an empty folder. */
  readonly make: (folder: string) => Promise<void>
}

/** What a folder was made from: by names, sizes and times, which is told in no time, and by content. */
interface Stamp {
  readonly look: string
  readonly content: string
}

/**
 * Makes a folder of dist unless it was already made from the same inputs, which takes some milliseconds to tell. True
 * when it was made. Throws what `make` throws, and then leaves the former one as it is.
 */
export async function makeOnce(
  { name, inputs, make }: Product,
  log: (line: string) => void,
): Promise<boolean> {
  const made = join(dist, name)
  const stampFile = join(dist, `${name}.stamp`)
  const former = existsSync(made) ? readStamp(stampFile) : null
  const files = filesOf(inputs)
  const look = lookOf(files)
  if (former?.look === look) return false
  const stamp: Stamp = { look, content: contentOf(files) }
  const isSame = former?.content === stamp.content
  if (!isSame) {
    log(`Building the ${name}…`)
    await makeAside(made, stampFile, make)
  }
  await writeFile(stampFile, JSON.stringify(stamp))
  return !isSame
}

/** Whether it was made from what its inputs are now. Makes and writes nothing. */
export function isMade({ name, inputs }: Pick<Product, 'name' | 'inputs'>): boolean {
  const made = join(dist, name)
  const former = existsSync(made) ? readStamp(`${made}.stamp`) : null
  if (former === null) return false
  const files = filesOf(inputs)
  return former.look === lookOf(files) || former.content === contentOf(files)
}

/** Swapped in whole, so that a process beside this one never meets half of it. */
async function makeAside(made: string, stampFile: string, make: Product['make']): Promise<void> {
  const draft = `${made}.${randomUUID()}`
  try {
    await mkdir(draft, { recursive: true })
    await make(draft)
    await rm(stampFile, { force: true })
    await swapIn(draft, made)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

function readStamp(file: string): Stamp | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Stamp
  } catch {
    return null
  }
}

interface Input {
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
}

function filesOf(patterns: readonly string[]): Input[] {
  const paths = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted()
  return paths
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .flatMap((path) => {
      const found = statSync(join(root, path))
      return found.isFile() ? [{ path, size: found.size, mtimeMs: found.mtimeMs }] : []
    })
}

function lookOf(files: readonly Input[]): string {
  const hash = createHash('sha256')
  for (const { path, size, mtimeMs } of files) hash.update(`${path}\0${size}\0${mtimeMs}\0`)
  return hash.digest('hex')
}

function contentOf(files: readonly Input[]): string {
  const hash = createHash('sha256')
  for (const { path } of files)
    hash.update(`${path.replaceAll('\\', '/')}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

async function swapIn(draft: string, made: string): Promise<void> {
  const old = `${draft}.old`
  await rename(made, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(draft, made).catch((error: NodeJS.ErrnoException) => {
    // Another start put its own build there at this moment: it was made from the same inputs.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  await rm(old, { recursive: true, force: true })
}

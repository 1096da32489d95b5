import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(root, 'dist')

export interface Product {
  /** Folder in dist. */
  readonly name: string
  /** Globs of all files that determine the result. */
  readonly inputs: readonly string[]
  /** Builds into an empty folder. */
  readonly make: (folder: string) => Promise<void>
}

/** Identifies the inputs of a build by names, sizes and times, which is fast, and by content. */
interface Stamp {
  readonly metadata: string
  readonly content: string
}

/**
 * Builds a folder of dist unless it was built from the same inputs, which takes milliseconds to check. Returns true when
 * it built. Throws what `make` throws, and then keeps the former folder.
 */
export async function makeOnce(
  { name, inputs, make }: Product,
  log: (line: string) => void,
): Promise<boolean> {
  const made = join(dist, name)
  const stampFile = join(dist, `${name}.stamp`)
  const former = existsSync(made) ? readStamp(stampFile) : null
  const files = filesOf(inputs)
  const metadata = metadataHashOf(files)
  if (former?.metadata === metadata) return false
  const stamp: Stamp = { metadata, content: contentOf(files) }
  const isSame = former?.content === stamp.content
  if (!isSame) {
    log(`Building the ${name}…`)
    await makeAside(made, stampFile, make)
  }
  await writeFile(stampFile, JSON.stringify(stamp))
  return !isSame
}

/** Whether the folder was built from the current inputs. Writes nothing. */
export function isMade({ name, inputs }: Pick<Product, 'name' | 'inputs'>): boolean {
  const made = join(dist, name)
  const former = existsSync(made) ? readStamp(`${made}.stamp`) : null
  if (former === null) return false
  const files = filesOf(inputs)
  return former.metadata === metadataHashOf(files) || former.content === contentOf(files)
}

/** Builds into a draft and renames it, so that other processes never read a partial build. */
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

function metadataHashOf(files: readonly Input[]): string {
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
    // Another process has just renamed its own build, made from the same inputs.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  await rm(old, { recursive: true, force: true })
}

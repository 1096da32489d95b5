import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Processes that use the server, one file per process id. The last one to leave stops the server. Without
 * this, a process that drains would stop the database of the one already started in its place.
 */
const folderOf = (dataDir: string): string => join(dataDir, 'users')

/** Registers this process as a user of the server. */
export async function addHolder(dataDir: string): Promise<void> {
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 })
  await writeFile(join(folderOf(dataDir), String(process.pid)), await birthOf(process.pid))
}

/** Unregisters this process. Returns true when no other live process uses the server. */
export async function removeHolder(dataDir: string): Promise<boolean> {
  await rm(join(folderOf(dataDir), String(process.pid)), { force: true })
  const names = await readdir(folderOf(dataDir)).catch(() => [])
  for (const name of names) {
    const path = join(folderOf(dataDir), name)
    const birth = await readFile(path, 'utf8').catch(() => '')
    if (await isHolder(Number(name), birth)) return false
    await rm(path, { force: true })
  }
  return true
}

/** Returns the other processes that use the server of this data folder, including draining ones. */
export async function otherHolders(dataDir: string): Promise<number[]> {
  const names = await readdir(folderOf(dataDir)).catch(() => [])
  const found: number[] = []
  for (const name of names.filter((one) => one !== String(process.pid))) {
    const birth = await readFile(join(folderOf(dataDir), name), 'utf8').catch(() => '')
    if (await isHolder(Number(name), birth)) found.push(Number(name))
  }
  return found
}

/** A killed process leaves its file behind, and its id may have been reused since. */
async function isHolder(pid: number, birth: string): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return (await birthOf(pid)) === birth
}

/** Start time of a process in system ticks; empty without /proc, '0' for a zombie. */
async function birthOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' ? '0' : (fields[19] ?? '')
}

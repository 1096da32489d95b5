import { createHash } from 'node:crypto'
import { access, chmod, constants, lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeOwner, type RunAs } from './run-as.ts'

/** A socket path may have 107 bytes (103 on macOS); '/.s.PGSQL.5432.lock' takes 19 of them. */
const longestFolder = 103 - 19

/**
 * Prepares the folder of the cluster's Unix socket: short, the same for the same data folder, and closed
 * (0700) to everybody but root and the user that PostgreSQL runs as. The folder guards the database:
 * everybody who can enter it is trusted.
 */
export async function prepareSocketDir(dataDir: string, runAs: RunAs): Promise<string> {
  const name = `quittance-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const folder = join(await shortTemporaryFolder(name.length + 1), name)
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const entry = await lstat(folder)
  const own = process.getuid?.() ?? entry.uid
  if (!entry.isDirectory() || (own !== 0 && entry.uid !== own)) {
    throw new Error(`${folder} belongs to somebody else. Remove it, or set TMPDIR to a folder of your own.`)
  }
  await changeOwner(runAs, folder)
  await chmod(folder, 0o700)
  return folder
}

async function shortTemporaryFolder(nameLength: number): Promise<string> {
  for (const folder of [tmpdir(), '/tmp', '/var/tmp']) {
    if (Buffer.byteLength(folder) + nameLength > longestFolder) continue
    const writable = await access(folder, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    )
    if (writable) return folder
  }
  throw new Error('No temporary folder with a short path can be written: set TMPDIR to one.')
}

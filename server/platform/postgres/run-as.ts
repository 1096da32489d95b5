import { spawnSync } from 'node:child_process'
import { lchown, lstat, readdir } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { copyBinaries, type PostgresBinaries } from './binaries.ts'

/**
 * How PostgreSQL's programs are started. They refuse to run as root, so root changes to another user (`user`)
 * or, where that user can't reach the data, to a user namespace in which root's files belong to `nobody`
 * (`namespace`). Any other user runs them directly (`self`).
 */
export type RunAs = { kind: 'self' | 'user' | 'namespace'; uid: number; gid: number }

/** The Unix user without rights. */
const nobody = 65534

const namespaceArguments = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`]

/**
 * Chooses how to run, and binaries that the chosen user can reach.
 * `dataDir` exists; `ownerUid` and `ownerGid` are of the cluster in it, or of `dataDir` when there is none.
 */
export async function chooseRunAs(
  binaries: PostgresBinaries,
  dataDir: string,
): Promise<{ runAs: RunAs; binaries: PostgresBinaries }> {
  const uid = process.getuid?.() ?? 0
  if (uid !== 0 || process.platform === 'win32') {
    const gid = process.getgid?.() ?? 0
    // initdb requires a user name, which an arbitrary container user may not have.
    return { runAs: { kind: hasName() || !namespacesWork() ? 'self' : 'namespace', uid, gid }, binaries }
  }
  const owner = await lstat(dataDir)
  // Data of another user keeps its owner, so that they can continue without root.
  const user = owner.uid === 0 ? { uid: nobody, gid: nobody } : { uid: owner.uid, gid: owner.gid }
  if (canReach(dirname(dataDir), user)) {
    const reachable = canRead(binaries, user) ? binaries : await copyBinaries(binaries)
    if (canRead(reachable, user)) return { runAs: { kind: 'user', ...user }, binaries: reachable }
  }
  if (namespacesWork()) return { runAs: { kind: 'namespace', uid: 0, gid: 0 }, binaries }
  throw new Error(
    `PostgreSQL does not run as root, and no other user can reach ${dataDir}. Set DATA_DIR to a folder that ` +
      'every user may enter (for example /var/lib/quittance), start Quittance as another user, or set ' +
      'DATABASE_URL to a PostgreSQL of your own.',
  )
}

/** Returns the command line that runs `program` as chosen. */
export function commandAs(runAs: RunAs, program: string, args: string[]): [string, string[]] {
  return runAs.kind === 'namespace' ? ['unshare', [...namespaceArguments, program, ...args]] : [program, args]
}

/** Options for spawn that change the user; empty when it stays. */
export function spawnUser(runAs: RunAs): { uid?: number; gid?: number } {
  return runAs.kind === 'user' ? { uid: runAs.uid, gid: runAs.gid } : {}
}

/**
 * Gives a file or a tree to the user that PostgreSQL runs as. Only root can and needs to. Changes the top
 * folder last, so that its owner shows that everything below is done.
 */
export async function changeOwner(runAs: RunAs, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const entry = await lstat(path)
  if (entry.uid === runAs.uid && entry.gid === runAs.gid) return
  if (entry.isDirectory())
    for (const child of await readdir(path)) await changeOwner(runAs, join(path, child))
  await lchown(path, runAs.uid, runAs.gid)
}

type User = { uid: number; gid: number }

// A shell running as that user checks every parent folder, access list and mount at once.
function canReach(folder: string, user: User): boolean {
  return shellTest('cd "$0"', folder, user)
}

function canRead(binaries: PostgresBinaries, user: User): boolean {
  return shellTest('"$0" --version', binaries.postgres, user)
}

function shellTest(test: string, path: string, user: User): boolean {
  const options = { cwd: '/', stdio: 'ignore', env: { PATH: '/usr/bin:/bin' }, ...user } as const
  return spawnSync('/bin/sh', ['-c', test, path], options).status === 0
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return process.platform === 'win32'
  }
}

function namespacesWork(): boolean {
  return spawnSync('unshare', [...namespaceArguments, 'true'], { stdio: 'ignore' }).status === 0
}

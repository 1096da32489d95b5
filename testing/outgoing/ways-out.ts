import childProcess from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

type Call = (this: unknown, ...given: unknown[]) => unknown
type Tell = (way: string) => void

/** Files that are nobody's business, as they stand in what people write. */
const SECRET_FILE = /\/etc\/passwd|\/proc\/self\/environ/

/**
 * Tells of every way out of this thread that is taken from now on: connections, names that are looked up, packets,
 * processes, and files that nothing should read. It is done to the platform itself, so that no code can leave it out.
 * Undone when what is returned is called.
 */
export function watchWaysOut(tell: Tell): () => void {
  const undo: (() => void)[] = []
  const wrap = (owner: object, name: string, before: (given: unknown[]) => void): void => {
    const methods = owner as Record<string, Call>
    const own = methods[name]
    if (typeof own !== 'function') throw new Error(`There is no ${name} to be watched.`)
    methods[name] = Object.assign(function (this: unknown, ...given: unknown[]) {
      before(given)
      return own.apply(this, given)
    }, own)
    undo.push(() => {
      methods[name] = own
    })
  }
  wrap(net.Socket.prototype, 'connect', (given) => tell(`connect ${destinationOf(given)}`))
  for (const [owner, names] of LOOK_UPS)
    for (const name of names) wrap(owner, name, ([host]) => tell(`look up ${String(host)}`))
  for (const name of ['send', 'connect'])
    wrap(dgram.Socket.prototype, name, (given) => tell(`packet to ${given.filter(isPlain).join(' ')}`))
  wrap(childProcess.ChildProcess.prototype, 'spawn', ([options]) =>
    tell(`process ${(options as { file: string }).file}`),
  )
  wrap(childProcess, 'spawnSync', ([file]) => tell(`process ${String(file)}`))
  for (const [owner, names] of READS)
    for (const name of names)
      wrap(owner, name, ([path]) => {
        if (SECRET_FILE.test(String(path))) tell(`file ${String(path)}`)
      })
  syncBuiltinESMExports()
  return () => {
    for (const one of undo.reverse()) one()
    syncBuiltinESMExports()
  }
}

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

const ASKED = [
  'lookup',
  'resolve',
  'resolve4',
  'resolve6',
  'resolveAny',
  'resolveMx',
  'resolveTxt',
  'reverse',
]
const LOOK_UPS: readonly (readonly [object, readonly string[]])[] = [
  [dns, ASKED],
  [dns.promises, ASKED],
  [dns.Resolver.prototype, ASKED.slice(1)],
  [dns.promises.Resolver.prototype, ASKED.slice(1)],
]
const READS: readonly (readonly [object, readonly string[]])[] = [
  [fs, ['open', 'openSync', 'readFile', 'readFileSync', 'createReadStream']],
  [fs.promises, ['open', 'readFile']],
]

/** In whichever of its forms `connect` was called: with options, a port and a host, or a path. */
function destinationOf([first, second]: unknown[]): string {
  const given = Array.isArray(first) ? (first[0] as unknown) : first
  if (typeof given !== 'object' || given === null)
    return typeof given === 'string' && !/^\d+$/.test(given)
      ? given
      : `${String(second ?? 'localhost')}:${String(given)}`
  const { path, host, port } = given as { path?: string; host?: string; port?: number }
  return path ?? `${host ?? 'localhost'}:${port}`
}

import childProcess from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

type Call = (this: unknown, ...given: unknown[]) => unknown
type Report = (operation: string) => void

/** System files that hostile input names. */
const SECRET_FILE = /\/etc\/passwd|\/proc\/self\/environ/

/**
 * Reports every outgoing operation of this thread: connections, DNS queries, packets, child processes, and reads of
 * system files. It patches Node's own modules, so that no code can bypass it. The returned function restores them.
 */
export function watchOperations(report: Report): () => void {
  const undo: (() => void)[] = []
  const wrap = (owner: object, name: string, before: (given: unknown[]) => void): void => {
    const methods = owner as Record<string, Call>
    const own = methods[name]
    if (typeof own !== 'function') throw new Error(`There is no ${name} to watch.`)
    methods[name] = Object.assign(function (this: unknown, ...given: unknown[]) {
      before(given)
      return own.apply(this, given)
    }, own)
    undo.push(() => {
      methods[name] = own
    })
  }
  wrap(net.Socket.prototype, 'connect', (given) => report(`connect ${destinationOf(given)}`))
  for (const [owner, names] of DNS_FUNCTIONS)
    for (const name of names) wrap(owner, name, ([host]) => report(`look up ${String(host)}`))
  for (const name of ['send', 'connect'])
    wrap(dgram.Socket.prototype, name, (given) => report(`packet to ${given.filter(isPlain).join(' ')}`))
  wrap(childProcess.ChildProcess.prototype, 'spawn', ([options]) =>
    report(`process ${(options as { file: string }).file}`),
  )
  wrap(childProcess, 'spawnSync', ([file]) => report(`process ${String(file)}`))
  for (const [owner, names] of FILE_FUNCTIONS)
    for (const name of names)
      wrap(owner, name, ([path]) => {
        if (SECRET_FILE.test(String(path))) report(`file ${String(path)}`)
      })
  syncBuiltinESMExports()
  return () => {
    for (const one of undo.reverse()) one()
    syncBuiltinESMExports()
  }
}

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

const DNS_NAMES = [
  'lookup',
  'resolve',
  'resolve4',
  'resolve6',
  'resolveAny',
  'resolveMx',
  'resolveTxt',
  'reverse',
]
const DNS_FUNCTIONS: readonly (readonly [object, readonly string[]])[] = [
  [dns, DNS_NAMES],
  [dns.promises, DNS_NAMES],
  [dns.Resolver.prototype, DNS_NAMES.slice(1)],
  [dns.promises.Resolver.prototype, DNS_NAMES.slice(1)],
]
const FILE_FUNCTIONS: readonly (readonly [object, readonly string[]])[] = [
  [fs, ['open', 'openSync', 'readFile', 'readFileSync', 'createReadStream']],
  [fs.promises, ['open', 'readFile']],
]

/** The target of `connect`, which accepts options, a port and a host, or a path. */
function destinationOf([first, second]: unknown[]): string {
  const given = Array.isArray(first) ? (first[0] as unknown) : first
  if (typeof given !== 'object' || given === null)
    return typeof given === 'string' && !/^\d+$/.test(given)
      ? given
      : `${String(second ?? 'localhost')}:${String(given)}`
  const { path, host, port } = given as { path?: string; host?: string; port?: number }
  return path ?? `${host ?? 'localhost'}:${port}`
}

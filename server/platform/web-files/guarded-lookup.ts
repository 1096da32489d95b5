import type { LookupAddress, LookupAllOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'

export type ResolveName = (
  host: string,
  options: LookupAllOptions,
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void

/**
 * Resolves names to allowed addresses only. The address that was checked is the one that is connected to: a name can't resolve to
 * another one in between.
 */
export const guardedLookup =
  (isForbidden: (ip: string) => boolean, resolve: ResolveName): LookupFunction =>
  (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '')
      const allowed = found.filter(({ address }) => !isForbidden(address))
      const first = allowed[0]
      if (first === undefined) return done(new Error('no public address'), '')
      if (options.all) return done(null, allowed)
      done(null, first.address, first.family)
    })

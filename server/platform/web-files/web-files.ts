import { lookup as resolveName } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { guardedLookup, type ResolveName } from './guarded-lookup.ts'
import { isInnerAddress } from './inner-addresses.ts'

const REDIRECTS = 3

/** The bytes read, or a sentence for people that says why there are none. */
export type WebFile =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly reason: string }

export interface WebFileLimits {
  /** Media types to ask for. They aren't checked. */
  readonly accept: string
  readonly maxBytes: number
  readonly maxMs: number
}

/** Reads files from the public internet. */
export interface WebFiles {
  /** Reads an https address. Follows up to three redirects, each checked like the first address. Never throws. */
  read(address: URL, limits: WebFileLimits): Promise<WebFile>
}

export interface WebFileSettings {
  /** Whether no connection may be made to an IP address. */
  readonly isForbidden?: (ip: string) => boolean
  /** Resolves names instead of the system's resolver. */
  readonly resolve?: ResolveName
  /** A certificate authority to trust instead of the public ones. */
  readonly ca?: string
}

/**
 * Creates a reader that connects to public addresses only, so that nobody can make this server call machines in its own
 * network. The address that was checked is the one that is connected to: a name can't resolve to another one in between.
 */
export function createWebFiles({
  isForbidden = isInnerAddress,
  resolve = resolveName,
  ca,
}: WebFileSettings = {}): WebFiles {
  const lookup = guardedLookup(isForbidden, resolve)

  const ask = (address: URL, accept: string, signal: AbortSignal): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const host = address.hostname.replace(/^\[|\]$/g, '')
      // Node asks `lookup` for names only.
      if (isIP(host) !== 0 && isForbidden(host)) return reject(new Error('no public address'))
      const sent = request(address, {
        lookup,
        signal,
        agent: false,
        headers: { accept, 'user-agent': 'Quittance' },
        ...(ca !== undefined && { ca }),
      })
      sent.on('response', resolve).on('error', reject).end()
    })

  return {
    async read(address, { accept, maxBytes, maxMs }) {
      const signal = AbortSignal.timeout(maxMs)
      try {
        let at = address
        for (let redirects = 0; ; redirects++) {
          const answer = await ask(at, accept, signal)
          const next = redirectOf(answer, at)
          if (next === null) return await readBody(answer, maxBytes)
          answer.destroy()
          if (redirects === REDIRECTS) return failed('The address leads from one address to the next.')
          if (next.protocol !== 'https:') return failed('The address leads to one without https.')
          at = next
        }
      } catch {
        if (signal.aborted) return failed(`The address didn’t answer within ${maxMs / 1000} seconds.`)
        // The same sentence for an unknown name and for an inner address: it would tell which names exist in this network.
        return failed('The address can’t be reached.')
      }
    },
  }
}

const failed = (reason: string): WebFile => ({ ok: false, reason })

/** Returns where an answer leads, or null. */
function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  return statusCode >= 300 && statusCode < 400 && headers.location !== undefined
    ? new URL(headers.location, from)
    : null
}

/** Reads the body of an answer until it is longer than allowed. */
async function readBody(answer: IncomingMessage, maxBytes: number): Promise<WebFile> {
  if (answer.statusCode !== 200) {
    answer.destroy()
    return failed(`The address answers with status ${answer.statusCode}.`)
  }
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length
    // Leaving the loop ends the connection.
    if (length > maxBytes) return failed(`The file is larger than ${maxBytes / 2 ** 20} MB.`)
    chunks.push(chunk)
  }
  return { ok: true, bytes: Buffer.concat(chunks) }
}

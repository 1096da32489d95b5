import type { ServerResponse } from 'node:http'

/** An answer of the token call that is not tokens. */
export interface TokenFault {
  readonly status: number // not money: a status
  /** Error of RFC 6749, 5.2; without one, the page of a proxy is answered. */
  readonly error?: string
  readonly retryAfter?: string
}

/** Faults that wait for the next token calls. */
export class TokenFaults {
  readonly #waiting: TokenFault[] = []

  add = (...faults: readonly TokenFault[]): void => {
    this.#waiting.push(...faults)
  }

  /** Answers with the next fault before anything is done. Returns false when none waits. */
  answer(reply: ServerResponse): boolean {
    const fault = this.#waiting.shift()
    if (!fault) return false
    const { status, error, retryAfter } = fault
    reply
      .writeHead(status, {
        'content-type': error === undefined ? 'text/html' : 'application/json',
        ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
      })
      .end(error === undefined ? '<h1>Not now</h1>' : JSON.stringify({ error }))
    return true
  }
}

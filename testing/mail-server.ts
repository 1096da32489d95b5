import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly to: readonly string[]
  /** The whole message as it came, headers first. */
  readonly raw: string
}

export interface MailServer {
  readonly url: string
  readonly received: ReceivedMail[]
  close(): Promise<void>
}

/** A mail server on loopback that takes everything, from those who log in with `password` where one is given. */
export async function startMailServer(port = 0, password?: string): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    // Nobody is asked what a client is called: a test may watch what is asked.
    disableReverseLookup: true,
    disabledCommands: password === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    onAuth(given, _session, callback) {
      if (given.password === password) callback(null, { user: given.username })
      else callback(new Error('535 wrong password'))
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        })
        callback()
      })
    },
  })
  // A connection that a client drops is that client's affair.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const taken = (server.server.address() as AddressInfo).port
  return {
    url: `smtp://127.0.0.1:${taken}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

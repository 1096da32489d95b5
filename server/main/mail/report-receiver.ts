import type { Readable } from 'node:stream'
import { SMTPServer, type SMTPServerAddress, type SMTPServerSession } from 'smtp-server'
import type { App } from '../../platform/context.ts'
import { findReportLink, type ReportLink, storeReport } from '../../rooms/email-addresses/index.ts'

/** Enough for a message that comes back whole, with its PDF. */
const MAX_BYTES = 5 * 1024 * 1024
const MAX_CLIENTS = 20
const IDLE_MS = 60_000
const CLOSE_MS = 5_000

/** Refuses with an SMTP reply. */
class Refused extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/**
 * Receives mail to return paths that we issued, and refuses every other recipient. A message is acknowledged after it is
 * stored. The returned function stops it.
 */
export async function startReportReceiver(app: App, port: number, host: string): Promise<ReportReceiver> {
  const links = new WeakMap<SMTPServerSession, Map<string, ReportLink>>()
  const server = new SMTPServer({
    ...(app.config.bounceDomain !== undefined && { name: app.config.bounceDomain }),
    banner: 'Quittance',
    size: MAX_BYTES,
    maxClients: MAX_CLIENTS,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSE_MS,
    authOptional: true,
    // The public key of the library's own certificate proves nothing.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo: (recipient, session, done) =>
      answer(app, done, async () => {
        const link = await findReportLink(app, recipient.address)
        if (link === null) {
          app.log.info('mail to an address that takes no reports was refused', {
            from: session.remoteAddress,
          })
          throw new Refused(550, '5.1.1 No such address')
        }
        const known = links.get(session) ?? new Map<string, ReportLink>()
        links.set(session, known.set(recipient.address, link))
      }),
    onData: (stream, session, done) =>
      answer(app, done, async () => {
        const raw = await readWhole(stream)
        if (raw === null) throw new Refused(552, '5.3.4 The message is too large')
        for (const { address } of recipientsOf(session)) {
          const link = links.get(session)?.get(address)
          if (link !== undefined) await storeReport(app, link, raw)
        }
      }),
  })
  server.on('error', (error) => app.log.warn('a connection to the receiver of reports failed', { error }))
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

export interface ReportReceiver {
  readonly port: number
  stop(): Promise<void>
}

const recipientsOf = ({ envelope }: SMTPServerSession): SMTPServerAddress[] => envelope.rcptTo

/** Answers as the work decides. After a failure the sender tries again later. */
function answer(app: App, done: (error?: Error | null) => void, work: () => Promise<void>): void {
  work().then(
    () => done(),
    (error: unknown) => {
      if (error instanceof Refused) return done(error)
      app.log.error('mail to a return path could not be taken', { error })
      done(new Refused(451, '4.3.0 Try again later'))
    },
  )
}

/** Returns the whole message; null when it is too large, after its last byte. */
async function readWhole(stream: Readable & { sizeExceeded?: boolean }): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= MAX_BYTES) chunks.push(chunk)
  }
  return bytes > MAX_BYTES || stream.sizeExceeded ? null : Buffer.concat(chunks)
}

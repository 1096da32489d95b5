import { connect, createServer, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createCertificate, type OwnCertificate } from '../../../../testing/tls/create-certificate.ts'
import type { MailParts } from '../message-parts.ts'
import { requiresTls, type SmtpTls } from '../transport/smtp-url.ts'
import { createSmtpTransport, verifySmtp } from '../transport/transport.ts'

const parts: MailParts = {
  id: '0197-aaaa-bbbb',
  sentAt: '2026-11-20T09:00:00.000Z',
  fromName: 'Brightwater Supply Co.',
  replyTo: 'billing@brightwater.example',
  to: 'maya@harborandpine.example',
  subject: 'A reminder of invoice INV-1007',
  html: '<p>Overdue</p>',
  text: 'Overdue\n',
}

const trusted = getCACertificates('default')
let certificate: OwnCertificate
beforeAll(async () => {
  certificate = await createCertificate()
  setDefaultCACertificates([...trusted, certificate.cert])
})
afterAll(() => setDefaultCACertificates(trusted))

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Starts a mail server that takes a login and offers STARTTLS, unless its options say otherwise. */
async function startServer(options: SMTPServerOptions = {}) {
  const seen: { readonly what: string; readonly secure: boolean }[] = []
  const server = new SMTPServer({
    ...certificate,
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth(auth, session, done) {
      seen.push({ what: 'login', secure: session.secure })
      done(null, { user: auth.username })
    },
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        seen.push({ what: 'email', secure: session.secure })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  const port = await listen(server.server)
  closers.push(() => server.close())
  return { seen, port }
}

const listen = (server: SMTPServer['server']) =>
  new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  )

async function deliver(port: number, tls: SmtpTls, scheme = 'smtp') {
  const transport = createSmtpTransport(
    `${scheme}://billing:s3cret@127.0.0.1:${port}`,
    'billing@quittance.example',
    { tls },
  )
  closers.push(() => void transport.close())
  return transport.deliver(parts)
}

/** Stands between a sender and its mail server, passes lines on and removes the offer of STARTTLS. */
async function startStripping(port: number, refusal = '502 5.5.1 Not here\r\n') {
  const heard: string[] = []
  const proxy = createServer((client: Socket) => {
    const upstream = connect(port, '127.0.0.1')
    client.on('data', (bytes) => {
      heard.push(bytes.toString())
      if (/^STARTTLS/i.test(bytes.toString())) client.write(refusal)
      else upstream.write(bytes)
    })
    upstream.on('data', (bytes) => client.write(bytes.toString().replace('STARTTLS', 'NOOP')))
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on('close', () => other.destroy()).on('error', () => other.destroy())
  })
  const at = await listen(proxy)
  closers.push(() => proxy.close())
  return { port: at, heard }
}

describe('STARTTLS', () => {
  it.each<SmtpTls>(['offered', 'required'])(
    'is used for login and email where the server offers it, with TLS %s',
    async (tls) => {
      const { seen, port } = await startServer()
      expect(await deliver(port, tls)).toMatchObject({ ok: true })
      expect(seen).toEqual([
        { what: 'login', secure: true },
        { what: 'email', secure: true },
      ])
    },
  )

  it('is not needed where TLS is there from the start', async () => {
    const { seen, port } = await startServer({ secure: true })
    expect(await deliver(port, 'required', 'smtps')).toMatchObject({ ok: true })
    expect(seen.every(({ secure }) => secure)).toBe(true)
  })

  it('is required on port 587, and elsewhere by the setting', () => {
    const at = (port: number, secure = false) => ({ host: 'mail.example', port, secure })
    expect(requiresTls(at(587), 'offered')).toBe(true)
    expect(requiresTls(at(465, true), 'offered')).toBe(true)
    expect(requiresTls(at(25), 'offered')).toBe(false)
    expect(requiresTls(at(25), 'required')).toBe(true)
  })

  it('sends neither login nor email when its offer was removed on the way and it is required', async () => {
    const { seen, port } = await startServer()
    const stripped = await startStripping(port)
    // The outbox keeps the email and tries again.
    expect(await deliver(stripped.port, 'required')).toMatchObject({
      ok: false,
      permanent: false,
      maybeDelivered: false,
      refusesAddress: false,
    })
    expect(seen).toEqual([])
    expect(stripped.heard.join('')).not.toMatch(/AUTH|MAIL FROM|harborandpine|s3cret/)
    await expect(verifySmtp(`smtp://billing:s3cret@127.0.0.1:${stripped.port}`, 'required')).rejects.toThrow(
      /STARTTLS/,
    )
    expect(seen).toEqual([])
  })

  it('is done without on another port where nothing requires it', async () => {
    const { seen, port } = await startServer()
    const stripped = await startStripping(port)
    expect(await deliver(stripped.port, 'offered')).toMatchObject({ ok: true })
    expect(seen).toEqual([
      { what: 'login', secure: false },
      { what: 'email', secure: false },
    ])
  })

  it.each<SmtpTls>(['offered', 'required'])(
    'sends neither login nor email to a server whose certificate nobody trusts, with TLS %s',
    async (tls) => {
      const { seen, port } = await startServer(await createCertificate())
      const delivery = await deliver(port, tls)
      expect(delivery).toMatchObject({ ok: false, permanent: false, maybeDelivered: false })
      expect(delivery.ok || delivery.reason).toMatch(/certificate/i)
      expect(seen).toEqual([])
    },
  )
})

import { createServer, type Server, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import type { MailParts } from '../message-parts.ts'
import { createSmtpTransport, type SmtpDelivery, type SmtpTransport } from './transport.ts'

interface Received {
  readonly from: string
  readonly to: string[]
  readonly raw: string
}

const parts: MailParts = {
  id: '0197-aaaa-bbbb',
  sentAt: '2026-11-20T09:00:00.000Z',
  fromName: 'Brightwater Supply Co.',
  replyTo: 'billing@brightwater.example',
  to: 'maya@harborandpine.example',
  subject: 'Rechnung RE-7 über 12,50 € – fällig 20. Dez',
  html: '<p>Grüße</p>',
  text: 'Grüße\n',
}

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

function transportTo(url: string): SmtpTransport {
  const transport = createSmtpTransport(url, 'billing@quittance.example')
  closers.push(() => void transport.close())
  return transport
}

const portOf = (server: Server) =>
  new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  )

/** Starts a real SMTP server on loopback with a transport to it. */
async function mailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        })
        callback()
      })
    },
    ...options,
  })
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket) => sockets.add(socket))
  const port = await portOf(server.server)
  closers.push(() => server.close())
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return { received, port, cut, transport: transportTo(`smtp://127.0.0.1:${port}`) }
}

const replyWith = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })

function failureOf(delivery: SmtpDelivery) {
  if (delivery.ok) throw new Error('was delivered')
  return delivery
}

/** Decodes the encoded words of a header (RFC 2047). */
const decodeWords = (header: string) =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?(.*?)\?=/g, (_, bytes: string) => Buffer.from(bytes, 'base64').toString())
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, words: string) =>
      Buffer.from(
        words
          .replaceAll('_', ' ')
          .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString(),
    )

describe('deliver', () => {
  it('sends subject, both texts and the attachment unchanged', async () => {
    const { received, transport } = await mailServer()
    const bytes = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 255, 10, 13])
    const delivery = await transport.deliver({
      ...parts,
      attachments: [{ name: 'RE-7 März.pdf', mediaType: 'application/pdf', bytes }],
    })
    expect(delivery.ok).toBe(true)
    const [mail] = received
    expect(mail).toMatchObject({ from: 'billing@quittance.example', to: ['maya@harborandpine.example'] })
    const raw = mail!.raw.replace(/\r\n[ \t]/g, ' ')
    expect(decodeWords(/^Subject: (.*)\r$/m.exec(raw)![1]!)).toBe(parts.subject)
    expect(raw).toMatch(/^Message-ID: <0197-aaaa-bbbb@quittance\.example>\r$/m)
    expect(raw).toMatch(/^Date: Fri, 20 Nov 2026 09:00:00 \+0000\r$/m)
    expect(raw).toMatch(/^From: "?Brightwater Supply Co\."? <billing@quittance\.example>\r$/m)
    expect(raw).toMatch(/^Reply-To: billing@brightwater\.example\r$/m)
    expect(raw).toContain('Gr=C3=BC=C3=9Fe')
    expect(raw).toContain(bytes.toString('base64'))
  })

  it('passes exactly the given recipient to the server', async () => {
    const { received, transport } = await mailServer()
    for (const to of ["o'brien+tag@harbor.example", 'UPPER.Case@harbor.example'])
      expect(await transport.deliver({ ...parts, to })).toMatchObject({ ok: true })
    expect(received.map((mail) => mail.to)).toEqual([
      ["o'brien+tag@harbor.example"],
      ['UPPER.Case@harbor.example'],
    ])
  })

  it.each([
    ['Müller & Söhne GmbH', 'Müller & Söhne GmbH'],
    ['株式会社', '株式会社'],
    ["O'Brien", "O'Brien"],
    ['A.B. Smith, LLC', 'A.B. Smith, LLC'],
    ['"A.B. Smith, LLC"', 'A.B. Smith, LLC'],
    ['Söhne; Töchter, (Co): [x]', 'Söhne; Töchter, (Co): [x]'],
    [`${'Größe '.repeat(24)}GmbH`, `${'Größe '.repeat(24)}GmbH`],
    ['M@ple Works', 'M ple Works'],
    ['"Evil" <spoof@bank.test>', 'Evil'],
    ['Evil <spoof@bank.test>, Bank', 'Evil , Bank'],
    ['spoof@bank.test', ''],
    ['Bank" <spoof@bank.test>, "x', 'Bank , x'],
    ['Evil\\" <spoof@bank.test>', 'Evil'],
    ['Evil\r\nFrom: spoof@bank.test', 'Evil From:'],
    ['Evil ＜spoof＠bank.test＞', 'Evil'],
    ['=?UTF-8?Q?spoof=40bank=2Etest?=', 'UTF-8?Q?spoof=40bank=2Etest'],
    ['Evil\u202e <spoof\u2066@bank.test>', 'Evil'],
    ['Evil\u0000 (spoof@bank.test) Group: spoof@bank.test;', 'Evil Group:'],
  ])('shows the sender %j as %j with our address only', async (fromName, shown) => {
    const { received, transport } = await mailServer()
    expect(await transport.deliver({ ...parts, fromName })).toMatchObject({ ok: true })
    const head = received[0]!.raw.split('\r\n\r\n')[0]!.replace(/\r\n[ \t]/g, ' ')
    const from = head.split('\r\n').filter((line) => /^from:/i.test(line))
    expect(from).toHaveLength(1)
    expect(from[0]!.match(/[^\s<>"]+@[^\s<>"]+/g)).toEqual(['billing@quittance.example'])
    // Plain words, one quoted string, or encoded words (RFC 2047): nothing that could be taken for another
    // address.
    const name =
      /^From: (?:([\w' ]+ |"[^"\\<>]*" |(?:=\?UTF-8\?[QB]\?[\w!*+/=-]+\?= )+)<)?billing@[\w.]+>?$/.exec(
        from[0]!,
      )
    expect(name, from[0]!).not.toBeNull()
    const decoded = decodeWords((name![1] ?? '').trim()).replace(/^"(.*)"$/, '$1')
    expect(decoded).toBe(shown)
    expect(decoded).not.toMatch(/[<>"\\@\r\n]/)
    expect(received[0]!.from).toBe('billing@quittance.example')
  })

  it('sends many over a few connections', async () => {
    const { received, transport } = await mailServer()
    const ids = Array.from({ length: 60 }, (_, i) => `message-${i}-xxxx`)
    const all = await Promise.all(ids.map((id) => transport.deliver({ ...parts, id })))
    expect(all.every((delivery) => delivery.ok)).toBe(true)
    expect(new Set(received.map((mail) => /Message-ID: (.*)\r/.exec(mail.raw)![1])).size).toBe(60)
  })

  it.each([
    [550, true],
    [552, true],
    [450, false],
    [421, false],
    [503, false],
  ])('a recipient refused with %i: permanent %s', async (code, permanent) => {
    const { transport } = await mailServer({
      onRcptTo: (_address, _session, callback) => callback(replyWith(code, 'No such person here')),
    })
    const failure = failureOf(await transport.deliver(parts))
    expect(failure).toMatchObject({ permanent, maybeDelivered: false })
    expect(failure.reason).toContain('No such person here')
    expect(failure.reason).not.toMatch(/[\r\n]/)
  })

  it.each([
    [550, '5.1.1 No such user', true],
    [550, 'No such person here', true],
    [550, '5.7.1 Refused by policy', false],
    [552, '5.3.4 Message too big', false],
    [450, '4.2.1 Mailbox busy', false],
  ])('a recipient refused with %i %s: refuses the address %s', async (code, words, refusesAddress) => {
    const { transport } = await mailServer({
      onRcptTo: (_address, _session, callback) => callback(replyWith(code, words)),
    })
    expect(failureOf(await transport.deliver(parts))).toMatchObject({ refusesAddress })
  })

  it('a sender or a content refused as if there were no such user does not refuse the address', async () => {
    const { transport } = await mailServer({
      onMailFrom: (_address, _session, callback) => callback(replyWith(550, '5.1.1 No such user')),
    })
    expect(failureOf(await transport.deliver(parts))).toMatchObject({ refusesAddress: false })
  })

  it.each([
    [554, true],
    [451, false],
  ])('content refused with %i: permanent %s', async (code, permanent) => {
    const { transport } = await mailServer({
      onData(stream, _session, callback) {
        stream.resume()
        stream.on('end', () => callback(replyWith(code, 'Content refused')))
      },
    })
    expect(failureOf(await transport.deliver(parts))).toMatchObject({
      permanent,
      maybeDelivered: false,
    })
  })

  it('does not contact the server for an invalid message', async () => {
    const { received, transport } = await mailServer()
    for (const wrong of [
      { to: '"a@evil x"@corp.example' },
      { to: 'a@corp.example\r\nX: y' },
      { subject: 'a\r\nBcc: b@c.example' },
    ])
      expect(failureOf(await transport.deliver({ ...parts, ...wrong }))).toMatchObject({
        permanent: true,
        maybeDelivered: false,
      })
    expect(received).toEqual([])
  })

  it('treats a wrong password as temporary', async () => {
    const { port } = await mailServer({
      disabledCommands: ['STARTTLS'],
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(new Error('Bad credentials')),
    })
    const failure = failureOf(await transportTo(`smtp://user:s3cret@127.0.0.1:${port}`).deliver(parts))
    expect(failure.permanent).toBe(false)
    expect(failure.reason).not.toContain('s3cret')
  })

  it('treats a wrong port as temporary', async () => {
    const server = createServer()
    const port = await portOf(server)
    await new Promise((resolve) => server.close(resolve))
    const failure = failureOf(await transportTo(`smtp://127.0.0.1:${port}`).deliver(parts))
    expect(failure).toMatchObject({ permanent: false, maybeDelivered: false })
  })

  it('reports a possible delivery only when the connection broke after the content', async () => {
    const before = await mailServer({ onRcptTo: () => before.cut() })
    expect(failureOf(await before.transport.deliver(parts))).toMatchObject({
      permanent: false,
      maybeDelivered: false,
    })
    let deliveries = 0
    const after = await mailServer({
      onData(stream) {
        deliveries++
        stream.resume()
        stream.on('end', () => after.cut())
      },
    })
    expect(failureOf(await after.transport.deliver(parts))).toMatchObject({
      permanent: false,
      maybeDelivered: true,
    })
    expect(deliveries).toBe(1)
  })
})

import { describe, expect, it } from 'vitest'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../testing/test-app.ts'
import { readStoredFile } from '../../../platform/files.ts'
import type { DocumentContents, NamedDocument } from '../drawing/document-contents.ts'
import { drawInvoicePdf } from '../drawing/invoice-pdf.ts'
import { sampleInvoice } from '../testing.ts'
import { drawDocument } from './draw-document.ts'
import { drawStoredDocument } from './draw-stored-document.ts'
import { serveDocument } from './serve-document.ts'
import { storeDocument } from './store-document.ts'

const test = setUpTestApp({ pool: 1 })
const tenant = setUp(() => test.tenant())

const small: DocumentContents = { kind: 'invoice', data: sampleInvoice(1) }
const named: NamedDocument = { name: 'Invoice INV-2067.pdf', contents: small }
const large: DocumentContents = { kind: 'invoice', data: sampleInvoice(60, 600) }

const payLink = (id: string) =>
  ({
    kind: 'pay_link',
    payLinkId: id,
    sessionId: id,
    invoiceId: id,
    customerId: id,
    unlocked: false,
  }) as const

/** Runs `work` while both threads are busy and more large documents wait, so that its own document has to wait too. */
async function behindOthers<T>(work: () => Promise<T>): Promise<T> {
  const others = Promise.all(Array.from({ length: 4 }, () => drawDocument(large, 'anybody')))
  try {
    return await work()
  } finally {
    await others
  }
}

/**
 * Whether three reads, which need the only connection, end before a document that waits behind others is drawn. It is tried five
 * times, because a process that stands still for a moment reads late; a connection that is held lets no read end before.
 */
async function readsEndFirst(draw: () => Promise<unknown>): Promise<boolean> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const areFirst = await behindOthers(async () => {
      let isDrawn = false
      const drawing = draw().then(() => {
        isDrawn = true
      })
      for (let at = 0; at < 3; at++)
        await tenant.run((ctx) => ctx.db.selectFrom('stored_files').select('id').execute())
      const endedBefore = !isDrawn
      await drawing
      return endedBefore
    })
    if (areFirst) return true
  }
  return false
}

describe('serving a document', () => {
  it('holds no connection while the document is drawn', async () => {
    const draw = async () =>
      expect(await serveDocument(tenant.uow(), async () => named)).toMatchObject({
        mediaType: 'application/pdf',
        name: named.name,
      })
    expect(await readsEndFirst(draw)).toBe(true)
  })

  it('limits each pay link to thirty a minute and allows staff more', async () => {
    const first = tenant.uow(payLink('019aa000-0000-7000-8000-000000000001'))
    const second = tenant.uow(payLink('019aa000-0000-7000-8000-000000000002'))
    for (let at = 0; at < 30; at++) await serveDocument(first, async () => named)
    await expect(serveDocument(first, async () => named)).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 60,
    })
    await serveDocument(second, async () => named)
    for (let at = 0; at < 31; at++) await serveDocument(tenant.uow(), async () => named)
    test.clock.advance(61_000)
    await serveDocument(first, async () => named)
  })
})

describe('a stored document', () => {
  const stored = async (id: string) => (await tenant.run((ctx) => readStoredFile(ctx, id)))!

  it('is drawn once, from the contents that were stored', async () => {
    const logoPng = Buffer.from('not a picture')
    const data = { ...small.data, company: { ...small.data.company, logoPng } }
    const id = await tenant.run((ctx) =>
      storeDocument(ctx, { ...named, contents: { kind: 'invoice', data } as DocumentContents }),
    )
    const before = await stored(id)
    expect(before.mediaType).not.toBe('application/pdf')
    const drawn = await drawStoredDocument(tenant.uow(), before)
    expect(drawn).toMatchObject({ id, name: named.name, mediaType: 'application/pdf' })
    expect(drawn.bytes.equals(await drawInvoicePdf(sampleInvoice(1)))).toBe(true)
    const kept = await stored(id)
    expect(kept).toEqual(drawn)
    expect(await drawStoredDocument(tenant.uow(), kept)).toBe(kept)
  })

  it('is drawn without holding a connection', async () => {
    const draw = async () => {
      const id = await tenant.run((ctx) => storeDocument(ctx, named))
      await drawStoredDocument(tenant.uow(), await stored(id))
    }
    expect(await readsEndFirst(draw)).toBe(true)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Tenant, type TestApp } from '../../../testing/test-app.ts'
import { readStoredFile } from '../../platform/files.ts'
import { drawDocument } from './drawing/draw-document.ts'
import { renderInvoicePdf } from './drawing/invoice-pdf.ts'
import type { NamedDocument, Paper } from './drawing/pdf-data.ts'
import { anInvoiceDocument } from './sample-documents.ts'
import { serveDocument } from './serve-document.ts'
import { drawnFile, storeDocument } from './stored-documents.ts'

let test: TestApp
let tenant: Tenant
beforeAll(async () => {
  test = await createTestApp({ pool: 1 })
  tenant = await test.tenant()
})
afterAll(() => test.close())

const small: Paper = { kind: 'invoice', data: anInvoiceDocument(1) }
const named: NamedDocument = { name: 'Invoice INV-2067.pdf', paper: small }
const large: Paper = { kind: 'invoice', data: anInvoiceDocument(60, 600) }

const payLink = (id: string) =>
  ({
    kind: 'pay_link',
    payLinkId: id,
    sessionId: id,
    invoiceId: id,
    customerId: id,
    unlocked: false,
  }) as const

/** With both threads busy and more before it in the line: whatever waits for a document waits for two large ones. */
async function behindOthers<T>(work: () => Promise<T>): Promise<T> {
  const others = Promise.all(Array.from({ length: 4 }, () => drawDocument(large, 'anybody')))
  try {
    return await work()
  } finally {
    await others
  }
}

describe('serving a document', () => {
  it('holds no connection while it is drawn: with a single one, others are served meanwhile', async () => {
    await behindOthers(async () => {
      let isDrawn = false
      const served = serveDocument(tenant.uow(), async () => named).then((file) => {
        isDrawn = true
        return file
      })
      for (let at = 0; at < 3; at++)
        await tenant.run((ctx) => ctx.db.selectFrom('stored_files').select('id').execute())
      expect(isDrawn).toBe(false)
      expect(await served).toMatchObject({ mediaType: 'application/pdf', name: named.name })
    })
  })

  it('gives a pay link thirty a minute, each its own, and a member of staff more', async () => {
    const first = tenant.uow(payLink('019aa000-0000-7000-8000-000000000001'))
    const second = tenant.uow(payLink('019aa000-0000-7000-8000-000000000002'))
    for (let at = 0; at < 30; at++) await serveDocument(first, async () => named)
    await expect(serveDocument(first, async () => named)).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterS: 60,
    })
    await serveDocument(second, async () => named)
    for (let at = 0; at < 31; at++) await serveDocument(tenant.uow(), async () => named)
    test.clock.advance(61_000)
    await serveDocument(first, async () => named)
  })
})

describe('a stored document', () => {
  const stored = async (id: string) => (await tenant.run((ctx) => readStoredFile(ctx, id)))!

  it('is drawn when it is needed, as it stood when it was stored, and once', async () => {
    const logoPng = Buffer.from('not a picture')
    const data = { ...small.data, company: { ...small.data.company, logoPng } }
    const id = await tenant.run((ctx) =>
      storeDocument(ctx, { ...named, paper: { kind: 'invoice', data } as Paper }),
    )
    const before = await stored(id)
    expect(before.mediaType).not.toBe('application/pdf')
    const drawn = await drawnFile(tenant.uow(), before)
    expect(drawn).toMatchObject({ id, name: named.name, mediaType: 'application/pdf' })
    expect(drawn.bytes.equals(await renderInvoicePdf(anInvoiceDocument(1)))).toBe(true)
    const kept = await stored(id)
    expect(kept).toEqual(drawn)
    expect(await drawnFile(tenant.uow(), kept)).toBe(kept)
  })

  it('is drawn with no connection held', async () => {
    const id = await tenant.run((ctx) => storeDocument(ctx, named))
    await behindOthers(async () => {
      let isDrawn = false
      const drawing = drawnFile(tenant.uow(), await stored(id)).then(() => {
        isDrawn = true
      })
      for (let at = 0; at < 3; at++) await stored(id)
      expect(isDrawn).toBe(false)
      await drawing
    })
  })
})

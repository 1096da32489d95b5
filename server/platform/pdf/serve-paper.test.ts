import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readStoredFile } from '../files.ts'
import { createTestApp, type Tenant, type TestApp } from '../testing/test-app.ts'
import { drawPaper } from './draw-paper.ts'
import { renderInvoicePdf } from './invoice-pdf.ts'
import type { NamedPaper, Paper } from './pdf-data.ts'
import { servePaper } from './serve-paper.ts'
import { drawnFile, storePaper } from './stored-papers.ts'
import { anInvoicePaper } from './testing-papers.ts'

let test: TestApp
let tenant: Tenant
beforeAll(async () => {
  test = await createTestApp({ pool: 1 })
  tenant = await test.tenant()
})
afterAll(() => test.close())

const small: Paper = { kind: 'invoice', data: anInvoicePaper(1) }
const named: NamedPaper = { name: 'Invoice INV-2067.pdf', paper: small }
const large: Paper = { kind: 'invoice', data: anInvoicePaper(60, 600) }

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
  const others = Promise.all(Array.from({ length: 4 }, () => drawPaper(large, 'anybody')))
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
      const served = servePaper(tenant.steps(), async () => named).then((file) => {
        isDrawn = true
        return file
      })
      for (let at = 0; at < 3; at++)
        await tenant.run((ctx) => ctx.db.selectFrom('stored_files').select('id').execute())
      expect(isDrawn).toBe(false)
      expect(await served).toMatchObject({ mediaType: 'application/pdf', name: named.name })
    })
  })

  it('R-03 gives a pay link thirty a minute, each its own, and a member of staff more', async () => {
    const first = tenant.steps(payLink('019aa000-0000-7000-8000-000000000001'))
    const second = tenant.steps(payLink('019aa000-0000-7000-8000-000000000002'))
    for (let at = 0; at < 30; at++) await servePaper(first, async () => named)
    await expect(servePaper(first, async () => named)).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterS: 60,
    })
    await servePaper(second, async () => named)
    for (let at = 0; at < 31; at++) await servePaper(tenant.steps(), async () => named)
    test.clock.advance(61_000)
    await servePaper(first, async () => named)
  })
})

describe('a stored document', () => {
  const stored = async (id: string) => (await tenant.run((ctx) => readStoredFile(ctx, id)))!

  it('is drawn when it is needed, as it stood when it was stored, and once', async () => {
    const logoPng = Buffer.from('not a picture')
    const data = { ...small.data, company: { ...small.data.company, logoPng } }
    const id = await tenant.run((ctx) =>
      storePaper(ctx, { ...named, paper: { kind: 'invoice', data } as Paper }),
    )
    const before = await stored(id)
    expect(before.mediaType).not.toBe('application/pdf')
    const drawn = await drawnFile(tenant.steps(), before)
    expect(drawn).toMatchObject({ id, name: named.name, mediaType: 'application/pdf' })
    expect(drawn.bytes.equals(await renderInvoicePdf(anInvoicePaper(1)))).toBe(true)
    const kept = await stored(id)
    expect(kept).toEqual(drawn)
    expect(await drawnFile(tenant.steps(), kept)).toBe(kept)
  })

  it('is drawn with no connection held', async () => {
    const id = await tenant.run((ctx) => storePaper(ctx, named))
    await behindOthers(async () => {
      let isDrawn = false
      const drawing = drawnFile(tenant.steps(), await stored(id)).then(() => {
        isDrawn = true
      })
      for (let at = 0; at < 3; at++) await stored(id)
      expect(isDrawn).toBe(false)
      await drawing
    })
  })
})

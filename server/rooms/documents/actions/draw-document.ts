import { Refusal } from '../../../platform/refusal.ts'
import { type InLine, lineOf } from '../../../platform/threads/line.ts'
import { threadsOf } from '../../../platform/threads/thread-pool.ts'
import type { DocumentContents } from '../drawing/document-contents.ts'
import { prepareLogo } from '../drawing/logo.ts'

const RETRY_AFTER_S = 2

/** A document of 300 long lines takes a third of a second of a core, so the last one in the line waits a few seconds. */
const inTurn = lineOf({
  mostAtOnce: 2,
  mostWaiting: 16,
  mostWaitingOfOne: 6,
  refusal: () => new Refusal('busy', { retryAfterSeconds: RETRY_AFTER_S }),
})

/** A thread's first document takes 0.4 s of a core to load the fonts and pdfkit; each later one takes milliseconds. */
const IDLE_MS = 300_000

const drawOnThread = threadsOf<DocumentContents, Uint8Array>(
  'server/rooms/documents/drawing/pdf-thread.ts',
  IDLE_MS,
)

/**
 * Draws an invoice, a receipt or a credit memo as PDF on a thread of low priority, so that neither a large document nor
 * many of them delay other requests. Call it outside any transaction, which would hold a connection meanwhile. Throws
 * busy when too many documents wait already, in all or of the same caller.
 */
export const drawDocument = (contents: DocumentContents, who: InLine): Promise<Buffer> =>
  inTurn(who, async () => {
    const bytes = await drawOnThread(await withPreparedLogo(contents))
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  })

/** Scales the logo on the main thread: sharp must be loaded there before any other thread loads it (sharp, "Worker threads"). */
async function withPreparedLogo(contents: DocumentContents): Promise<DocumentContents> {
  const { company } = contents.data
  const data = { company: { ...company, logoPng: null, logo: await prepareLogo(company.logoPng) } }
  return { ...contents, data: { ...contents.data, ...data } } as DocumentContents
}

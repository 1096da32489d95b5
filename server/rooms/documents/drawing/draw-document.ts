import { Refusal } from '../../../platform/refusal.ts'
import { type InLine, lineOf } from '../../../platform/threads/line.ts'
import { threadsOf } from '../../../platform/threads/thread-pool.ts'
import { prepareLogo } from './logo.ts'
import type { Paper } from './pdf-data.ts'

const RETRY_AFTER_S = 2

/** A document of 300 long lines takes a third of a second of a core: the last in the line waits a few seconds. */
const inTurn = lineOf({
  mostAtOnce: 2,
  mostWaiting: 16,
  mostWaitingOfOne: 6,
  refusal: () => new Refusal('busy', { retryAfterS: RETRY_AFTER_S }),
})

/** A thread's first document takes 0.4 s of a core, for its fonts and its writer, and each later one some milliseconds. */
const IDLE_MS = 300_000

const draw = threadsOf<Paper, Uint8Array>('server/rooms/documents/drawing/pdf-thread.ts', IDLE_MS)

/**
 * Draws a document as PDF on a thread of low priority, so that neither a large one nor many delay any other request.
 * Call it outside any transaction: nobody should hold a connection meanwhile. Throws busy when too many wait already,
 * or too many of the same caller.
 */
export const drawDocument = (paper: Paper, who: InLine): Promise<Buffer> =>
  inTurn(who, async () => {
    const bytes = await draw(await withLogo(paper))
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  })

/**
 * The logo is made small here, once for all threads, where the pictures' library works beside the event loop as well:
 * it has to be loaded by the main thread before any other (sharp, "Worker threads"), and threads come and go.
 */
async function withLogo(paper: Paper): Promise<Paper> {
  const { company } = paper.data
  const data = { company: { ...company, logoPng: null, logo: await prepareLogo(company.logoPng) } }
  return { ...paper, data: { ...paper.data, ...data } } as Paper
}

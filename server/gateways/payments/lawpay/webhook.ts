import { z } from 'zod'
import {
  type Connection,
  failed,
  type InboxEvent,
  type Outcome,
  type RawRequest,
  succeeded,
} from '../port.ts'
import { firmKeyOf } from './accounts.ts'
import type { LawPayApi } from './lawpay-api.ts'

/** Only an event's id is read: everything else may be forged. */
const hint = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/) })

/** Reads an unsigned event: fetches it by its id with the firm's own key, which also proves that it is the firm's. */
export async function readWebhook(
  api: LawPayApi,
  connection: Connection,
  { body }: RawRequest,
): Promise<Outcome<readonly InboxEvent[]>> {
  const id = readId(body)
  if (id === null) return failed({ kind: 'invalid', code: 'no_event', raw: null })
  const read = await api.readEvent(firmKeyOf(connection), id)
  if (!read.ok) return read.error.kind === 'not_found' ? failed({ ...read.error, kind: 'invalid' }) : read
  const { type, merchant_id: recipient, data } = read.value
  return succeeded([
    {
      eventId: id,
      kind: type,
      object: data.type === 'CHARGE' ? 'payment' : 'other',
      objectRef: data.id,
      recipient,
    },
  ])
}

function readId(body: Buffer): string | null {
  try {
    const parsed = hint.safeParse(JSON.parse(body.toString()))
    return parsed.success ? parsed.data.id : null
  } catch {
    return null
  }
}

import type { Connection, RawRequest } from '../port.ts'
import * as books from './books.ts'
import type { Open } from './changes.ts'
import { signedRequest } from './webhook.ts'

/**
 * Sends waiting events one by one like a processor and records which were accepted. `wallNow` is the system
 * clock.
 */
export async function deliver(
  open: Open,
  connection: Connection,
  receive: (request: RawRequest) => Promise<boolean>,
  secret: string,
  wallNow: number,
): Promise<void> {
  const events = await open(connection, books.undeliveredEvents)
  const taken: string[] = []
  for (const event of events) {
    const { accountId } = connection
    const { id, kind, charge_ref: chargeRef } = event
    if (await receive(signedRequest({ id, kind, chargeRef, accountId }, secret, wallNow))) taken.push(id)
  }
  if (taken.length > 0) await open(connection, (opened) => books.markDelivered(opened, taken))
}

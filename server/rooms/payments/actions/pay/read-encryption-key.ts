import type { EncryptionKey } from '../../../../gateways/payments/port.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { offeredProcessors } from '../processor/find-processor.ts'

/**
 * Returns the key with which the payer's browser encrypts a card. Refuses not_found where the company's processor of cards needs
 * none.
 */
export async function readEncryptionKey(uow: UnitOfWork): Promise<EncryptionKey> {
  const { processors } = await offeredProcessors(uow)
  for (const { adapter, connection } of processors) {
    const key = adapter.encryptionKey?.(connection)
    if (key) return key
  }
  throw refuse('not_found')
}

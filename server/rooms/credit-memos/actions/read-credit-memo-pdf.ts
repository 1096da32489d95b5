import type { UnitOfWork } from '../../../platform/context.ts'
import { serveDocument } from '../../documents/index.ts'
import { readCreditMemoDocument } from './read-credit-memo-document.ts'

/**
 * Returns the PDF of a credit memo that the actor may see. Refuses not_found and the errors of
 * `serveDocument`.
 */
export const creditMemoPdfOf = (uow: UnitOfWork, id: string) =>
  serveDocument(uow, (ctx) => readCreditMemoDocument(ctx, id))

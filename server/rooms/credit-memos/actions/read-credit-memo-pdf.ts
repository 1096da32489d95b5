import type { UnitOfWork } from '../../../platform/context.ts'
import { serveDocument } from '../../documents/serve-document.ts'
import { creditMemoDocument } from './credit-memo-paper.ts'

/** The PDF of a credit memo that the actor may see. Refuses not_found, and as `serveDocument` does. */
export const creditMemoPdfOf = (uow: UnitOfWork, id: string) =>
  serveDocument(uow, (ctx) => creditMemoDocument(ctx, id))

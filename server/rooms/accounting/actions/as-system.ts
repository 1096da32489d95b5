import { type UnitOfWork, unitOfWork } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'

/** A platform is read on the product's own behalf, whoever's request it serves. */
export const asSystem = ({ app, accountId }: UnitOfWork): UnitOfWork =>
  unitOfWork(
    app,
    { requestId: newId(app.clock.wallNow()), ip: null },
    { kind: 'system', job: 'accounting' },
    accountId,
  )

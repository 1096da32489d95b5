import { type UnitOfWork, unitOfWork } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'

/** A platform is read with the product's own rights, also where the request of a person causes it. */
export const asSystem = ({ app, accountId }: UnitOfWork): UnitOfWork =>
  unitOfWork(
    app,
    { requestId: newId(app.clock.wallNow()), ip: null },
    { kind: 'system', job: 'accounting' },
    accountId,
  )

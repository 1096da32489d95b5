import { accountData } from '../../../contract/accounts/account-data.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { showOwnAccount } from '../accounts/index.ts'
import { readCustomerDetail } from '../customers/index.ts'
import { closeAccount, reopenAccount } from './actions/close-account.ts'
import { downloadExport } from './actions/download-export.ts'
import { eraseCustomer } from './actions/erase-customer.ts'
import { listExports, startExport } from './actions/start-export.ts'

export const accountDataRoutes: BoundRoute[] = [
  on(accountData.listExports, (ctx) => listExports(ctx)),
  on(accountData.startExport, (ctx, input) => startExport(ctx, input)),
  onUnitOfWork(accountData.downloadExport, (uow, { params }) => downloadExport(uow, params.export)),
  onUnitOfWork(accountData.close, async (uow, { body }) => {
    await closeAccount(uow, body.name)
    return uow.transaction(showOwnAccount)
  }),
  on(accountData.reopen, async (ctx) => {
    await reopenAccount(ctx)
    return showOwnAccount(ctx)
  }),
  onUnitOfWork(accountData.eraseCustomer, async (uow, { params, body }) => {
    await eraseCustomer(uow, params.customer, body.name)
    return uow.transaction((ctx) => readCustomerDetail(ctx, params.customer))
  }),
]

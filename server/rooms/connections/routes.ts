import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { checkConnection } from './actions/check-connection.ts'
import { chooseDepositAccounts } from './actions/choose-deposit-accounts.ts'
import { chooseProcessors, readChoices } from './actions/choose-processors.ts'
import { listConnections } from './actions/list-connections.ts'
import { openAccount } from './actions/open-account.ts'
import { startConnection } from './actions/start-connection.ts'

const { paymentConnections, processorChoice } = contract

export const connectionsRoutes: BoundRoute[] = [
  on(paymentConnections.list, (ctx) => listConnections(ctx)),
  onUnitOfWork(paymentConnections.start, (uow, { params, query }) =>
    startConnection(uow, params.provider, query.other_account === 'true'),
  ),
  onUnitOfWork(paymentConnections.openAccount, (uow, { params }) => openAccount(uow, params.provider)),
  onUnitOfWork(paymentConnections.check, (uow, { params }) => checkConnection(uow, params.provider)),
  on(paymentConnections.chooseAccounts, (ctx, { params, body }) =>
    chooseDepositAccounts(ctx, params.provider, body.choices),
  ),
  on(processorChoice.read, (ctx) => readChoices(ctx)),
  on(processorChoice.choose, (ctx, { body }) => chooseProcessors(ctx, body.choices)),
]

import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { chooseProcessors, readChoices } from './actions/choose-processors.ts'
import { connectWithKeys } from './actions/connect-with-keys.ts'
import { disconnect } from './actions/end-connection.ts'
import { finishConnection } from './actions/finish-connection.ts'
import { listConnections } from './actions/list-connections.ts'
import { startConnection } from './actions/start-connection.ts'

const { paymentConnections, processorChoice } = contract

export const connectionsRoutes: BoundRoute[] = [
  on(paymentConnections.list, (ctx) => listConnections(ctx)),
  onUnitOfWork(paymentConnections.start, (uow, { params, query }) =>
    startConnection(uow, params.provider, query.other_account === 'true'),
  ),
  onUnitOfWork(paymentConnections.finish, (uow, { params, body }) =>
    finishConnection(uow, params.provider, body),
  ),
  onUnitOfWork(paymentConnections.connect, (uow, { params, body }) =>
    connectWithKeys(uow, params.provider, body.values, body.other_account),
  ),
  onUnitOfWork(paymentConnections.disconnect, (uow, { params }) => disconnect(uow, params.provider)),
  on(processorChoice.read, (ctx) => readChoices(ctx)),
  on(processorChoice.choose, (ctx, { body }) => chooseProcessors(ctx, body.choices)),
]

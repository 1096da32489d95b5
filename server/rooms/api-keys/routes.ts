import { apiKeys } from '../../../contract/developers/api-keys.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { createKey } from './actions/create-key.ts'
import { exportKeys } from './actions/export-keys.ts'
import { listKeys } from './actions/list-keys.ts'
import { renameKey } from './actions/rename-key.ts'
import { revokeKey } from './actions/revoke-key.ts'

export const apiKeysRoutes: BoundRoute[] = [
  on(apiKeys.list, (ctx) => listKeys(ctx)),
  onUnitOfWork(apiKeys.export, (uow, { body }) => exportKeys(uow, body)),
  on(apiKeys.create, (ctx, { body }) => createKey(ctx, body)),
  on(apiKeys.rename, (ctx, { params, body }) => renameKey(ctx, params.key, body.name)),
  on(apiKeys.revoke, (ctx, { params }) => revokeKey(ctx, params.key)),
]

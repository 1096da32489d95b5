import { imports } from '../../../contract/imports.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { checkImport } from './actions/check-import.ts'
import { exportImports } from './actions/export-imports.ts'
import { exportRejectedRows } from './actions/export-rejected-rows.ts'
import { listImports } from './actions/list-imports.ts'
import { listRows } from './actions/list-rows.ts'
import { readImport } from './actions/read-import.ts'
import { runImport } from './actions/run-import.ts'
import { uploadImport } from './actions/upload-import.ts'

export const importsRoutes: BoundRoute[] = [
  onUnitOfWork(imports.upload, (uow, { query, body }) =>
    uploadImport(uow, { kind: query.kind, name: query.name, mediaType: body.mediaType, bytes: body.bytes }),
  ),
  on(imports.list, (ctx, { query }) => listImports(ctx, query)),
  onUnitOfWork(imports.export, (uow, { body }) => exportImports(uow, body)),
  on(imports.read, (ctx, { params }) => readImport(ctx, params.import)),
  on(imports.check, (ctx, { params, body }) => checkImport(ctx, params.import, body)),
  on(imports.rows, (ctx, { params, query }) => listRows(ctx, params.import, query)),
  on(imports.run, (ctx, { params }) => runImport(ctx, params.import)),
  on(imports.rejectedRows, (ctx, { params }) => exportRejectedRows(ctx, params.import)),
]

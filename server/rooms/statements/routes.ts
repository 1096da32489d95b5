import { statementSending } from '../../../contract/statements/sending.ts'
import { statements } from '../../../contract/statements/statements.ts'
import type { Ctx, UnitOfWork } from '../../platform/context.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { type NamedDocument, serveDocument } from '../documents/index.ts'
import { emailStatement } from './actions/issue/email-statement.ts'
import { completePeriod } from './actions/read/complete-period.ts'
import { exportStatement } from './actions/read/export-statement.ts'
import { exportStatements } from './actions/read/export-statements.ts'
import { listStatements } from './actions/read/list-statements.ts'
import { readStatementDocument } from './actions/read/read-statement-document.ts'
import { requireOwnCustomer } from './actions/read/require-own-customer.ts'
import { serveIssuedStatement } from './actions/read/serve-issued-statement.ts'
import { showStatement } from './actions/read/show-statement.ts'
import { cancelRun } from './actions/runs/cancel-run.ts'
import { listRuns } from './actions/runs/list-runs.ts'
import { previewRun } from './actions/runs/preview-run.ts'
import { startRun } from './actions/runs/start-run.ts'
import { changeSettings } from './actions/settings/change-settings.ts'
import { showSettings } from './actions/settings/show-settings.ts'

const servePdf = async (uow: UnitOfWork, read: (ctx: Ctx) => Promise<NamedDocument>) => ({
  ...(await serveDocument(uow, read)),
  inline: true,
})

export const statementsRoutes: BoundRoute[] = [
  on(statements.read, (ctx, { params, query }) => showStatement(ctx, params.customer, query)),
  onUnitOfWork(statements.pdf, (uow, { params, query }) =>
    servePdf(uow, (ctx) => readStatementDocument(ctx, params.customer, query)),
  ),
  on(statements.csv, (ctx, { params, query }) => exportStatement(ctx, params.customer, query)),
  on(statements.readOwn, async (ctx, { query }) =>
    showStatement(ctx, requireOwnCustomer(ctx), await completePeriod(ctx, query)),
  ),
  onUnitOfWork(statements.ownPdf, (uow, { query }) =>
    servePdf(uow, async (ctx) =>
      readStatementDocument(ctx, requireOwnCustomer(ctx), await completePeriod(ctx, query)),
    ),
  ),
  on(statements.ownCsv, async (ctx, { query }) =>
    exportStatement(ctx, requireOwnCustomer(ctx), await completePeriod(ctx, query)),
  ),
  on(statementSending.email, (ctx, { params, body }) => emailStatement(ctx, params.customer, body)),
  onUnitOfWork(statementSending.export, (uow, { body }) => exportStatements(uow, body)),
  on(statementSending.list, (ctx, { query }) => listStatements(ctx, query)),
  onUnitOfWork(statementSending.pdf, (uow, { params }) => serveIssuedStatement(uow, params.statement)),
  on(statementSending.readSettings, (ctx) => showSettings(ctx)),
  on(statementSending.changeSettings, (ctx, { body }) => changeSettings(ctx, body)),
  onUnitOfWork(statementSending.previewRun, (uow, { query }) =>
    previewRun(uow, { ...query, only_open: query.only_open === 'true' }),
  ),
  on(statementSending.listRuns, (ctx) => listRuns(ctx)),
  on(statementSending.startRun, (ctx, { body }) => startRun(ctx, body)),
  on(statementSending.cancelRun, (ctx, { params }) => cancelRun(ctx, params.run)),
]

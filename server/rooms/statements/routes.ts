import { type StatementQuery, statements } from '../../../contract/statements/statements.ts'
import type { UnitOfWork } from '../../platform/context.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { serveDocument } from '../documents/index.ts'
import { exportStatement } from './actions/read/export-statement.ts'
import { readStatementDocument } from './actions/read/read-statement-document.ts'
import { requireOwnCustomer } from './actions/read/require-own-customer.ts'
import { showStatement } from './actions/read/show-statement.ts'

const servePdf = async (uow: UnitOfWork, customer: string, query: StatementQuery) => ({
  ...(await serveDocument(uow, (ctx) => readStatementDocument(ctx, customer, query))),
  inline: true,
})

export const statementsRoutes: BoundRoute[] = [
  on(statements.read, (ctx, { params, query }) => showStatement(ctx, params.customer, query)),
  onUnitOfWork(statements.pdf, (uow, { params, query }) => servePdf(uow, params.customer, query)),
  on(statements.csv, (ctx, { params, query }) => exportStatement(ctx, params.customer, query)),
  on(statements.readOwn, (ctx, { query }) => showStatement(ctx, requireOwnCustomer(ctx), query)),
  onUnitOfWork(statements.ownPdf, (uow, { query }) => servePdf(uow, requireOwnCustomer(uow), query)),
  on(statements.ownCsv, (ctx, { query }) => exportStatement(ctx, requireOwnCustomer(ctx), query)),
]

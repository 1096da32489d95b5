import { lateFees } from '../../../contract/late-fees/fees.ts'
import { lateFeeRules } from '../../../contract/late-fees/rules.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { exportFees } from './actions/fees/export-fees.ts'
import { exportUpcoming } from './actions/fees/export-upcoming.ts'
import { listFees } from './actions/fees/list-fees.ts'
import { listUpcoming } from './actions/fees/list-upcoming.ts'
import { undoWaiver } from './actions/fees/undo-waiver.ts'
import { waiveFees } from './actions/fees/waive-fees.ts'
import { createRule } from './actions/rules/create-rule.ts'
import { exportRules } from './actions/rules/export-rules.ts'
import { previewRule } from './actions/rules/preview-rule.ts'
import { listRules, readRule } from './actions/rules/read-rule.ts'
import { rehearseRule } from './actions/rules/rehearse-rule.ts'
import { removeRule } from './actions/rules/remove-rule.ts'
import { switchOff, switchOn } from './actions/rules/switch-rule.ts'
import { updateRule } from './actions/rules/update-rule.ts'

export const lateFeesRoutes: BoundRoute[] = [
  on(lateFeeRules.list, listRules),
  onUnitOfWork(lateFeeRules.export, (uow, { body }) => exportRules(uow, body)),
  on(lateFeeRules.create, (ctx, { body }) => createRule(ctx, body)),
  on(lateFeeRules.read, (ctx, { params }) => readRule(ctx, params.rule)),
  on(lateFeeRules.update, (ctx, { params, body }) => updateRule(ctx, params.rule, body)),
  on(lateFeeRules.remove, (ctx, { params }) => removeRule(ctx, params.rule)),
  on(lateFeeRules.switchOn, (ctx, { params, body }) =>
    switchOn(ctx, params.rule, { revision: body.revision, includesLate: body.includes_late }),
  ),
  on(lateFeeRules.switchOff, (ctx, { params, body }) => switchOff(ctx, params.rule, body.revision)),
  on(lateFeeRules.preview, (ctx, { params, query }) =>
    previewRule(ctx, params.rule, query.includes_late === 'true'),
  ),
  on(lateFeeRules.rehearse, (ctx, { params, query }) => rehearseRule(ctx, params.rule, query.period)),
  on(lateFees.upcoming, (ctx, { query }) => listUpcoming(ctx, query)),
  on(lateFees.list, (ctx, { query }) => listFees(ctx, query)),
  onUnitOfWork(lateFees.export, (uow, { body }) => exportFees(uow, body)),
  onUnitOfWork(lateFees.exportUpcoming, (uow, { body }) => exportUpcoming(uow, body)),
  on(lateFees.waive, (ctx, { body }) => waiveFees(ctx, body.fees, body.reason)),
  on(lateFees.undoWaiver, (ctx, { params }) => undoWaiver(ctx, params.fee)),
]

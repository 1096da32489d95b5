import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { previewMail } from '../mail-templates/index.ts'
import { createFlow } from './actions/flows/create-flow.ts'
import { publishFlow } from './actions/flows/publish-flow.ts'
import { readFigures } from './actions/flows/read-figures.ts'
import { listFlows, readFlow } from './actions/flows/read-flow.ts'
import { removeFlow } from './actions/flows/remove-flow.ts'
import { turnOffFlow } from './actions/flows/turn-off-flow.ts'
import { updateFlow } from './actions/flows/update-flow.ts'
import { pauseReminders } from './actions/pauses/pause-reminders.ts'
import { resumeReminders } from './actions/pauses/resume-reminders.ts'
import { changeText } from './actions/planned/change-text.ts'
import { putBack } from './actions/planned/put-back.ts'
import { sendNow } from './actions/planned/send-now.ts'
import { showPlanned } from './actions/planned/show-planned.ts'
import { skipPlanned } from './actions/planned/skip-planned.ts'
import { exportHeld, exportSent, exportUpcoming } from './actions/read/export-reminders.ts'
import { listDecisions, listDecisionsOfCustomer } from './actions/read/list-decisions.ts'
import { listHeld } from './actions/read/list-held.ts'
import { listSent } from './actions/read/list-sent.ts'
import { listUpcoming } from './actions/read/list-upcoming.ts'
import { readCheckList } from './actions/read/read-check-list.ts'
import { listRehearsed } from './actions/rehearsals/list-rehearsed.ts'
import { readRehearsal } from './actions/rehearsals/read-rehearsal.ts'
import { showRehearsed } from './actions/rehearsals/show-rehearsed.ts'
import { startRehearsal } from './actions/rehearsals/start-rehearsal.ts'
import { createTemplate } from './actions/templates/create-template.ts'
import { listTemplates } from './actions/templates/list-templates.ts'
import { removeTemplate } from './actions/templates/remove-template.ts'
import { updateTemplate } from './actions/templates/update-template.ts'

const { reminderCheckList, reminderFlows, reminderRehearsals, reminderTemplates, reminders } = contract

export const remindersRoutes: BoundRoute[] = [
  on(reminderFlows.list, listFlows),
  on(reminderFlows.create, (ctx, { body }) => createFlow(ctx, body.name, body.start_from)),
  on(reminderFlows.read, (ctx, { params }) => readFlow(ctx, params.flow)),
  on(reminderFlows.readFigures, (ctx, { params }) => readFigures(ctx, params.flow)),
  on(reminderFlows.update, (ctx, { params, body }) => updateFlow(ctx, params.flow, body)),
  on(reminderFlows.publish, (ctx, { params, body }) => publishFlow(ctx, params.flow, body.revision)),
  on(reminderFlows.turnOff, (ctx, { params, body }) => turnOffFlow(ctx, params.flow, body.revision)),
  on(reminderFlows.remove, (ctx, { params }) => removeFlow(ctx, params.flow)),
  on(reminderTemplates.list, listTemplates),
  on(reminderTemplates.create, (ctx, { body }) => createTemplate(ctx, body)),
  on(reminderTemplates.update, (ctx, { params, body }) => updateTemplate(ctx, params.template, body)),
  on(reminderTemplates.remove, (ctx, { params }) => removeTemplate(ctx, params.template)),
  on(reminderTemplates.preview, (ctx, { body }) =>
    previewMail(ctx, { ...body, kind: 'reminder', language: null }),
  ),
  on(reminderCheckList.read, readCheckList),
  on(reminderRehearsals.read, (ctx, { params }) => readRehearsal(ctx, params.flow)),
  on(reminderRehearsals.start, (ctx, { params, body }) => startRehearsal(ctx, params.flow, body.period)),
  on(reminderRehearsals.list, (ctx, { params, query }) => listRehearsed(ctx, params.flow, query)),
  on(reminderRehearsals.show, (ctx, { params }) => showRehearsed(ctx, params.flow, params.message)),
  onUnitOfWork(reminders.exportSent, (uow, { body }) => exportSent(uow, body)),
  onUnitOfWork(reminders.exportUpcoming, (uow, { body }) => exportUpcoming(uow, body)),
  onUnitOfWork(reminders.exportHeld, (uow, { body }) => exportHeld(uow, body)),
  on(reminders.listSent, (ctx, { query }) => listSent(ctx, query)),
  on(reminders.listHeld, (ctx, { query }) => listHeld(ctx, query)),
  on(reminders.listUpcoming, listUpcoming),
  on(reminders.showPlanned, (ctx, { body }) => showPlanned(ctx, body)),
  on(reminders.changeText, (ctx, { body }) => changeText(ctx, body)),
  on(reminders.sendNow, (ctx, { body }) => sendNow(ctx, body)),
  on(reminders.skip, (ctx, { body }) => skipPlanned(ctx, body)),
  on(reminders.putBack, (ctx, { body }) => putBack(ctx, body)),
  on(reminders.listDecisions, (ctx, { params }) => listDecisions(ctx, params.invoice)),
  on(reminders.listOfCustomer, (ctx, { params }) => listDecisionsOfCustomer(ctx, params.customer)),
  on(reminders.pause, (ctx, { body }) => pauseReminders(ctx, body)),
  on(reminders.resume, (ctx, { params }) => resumeReminders(ctx, params.scope, params.subject)),
]

import {
  STARTER_FLOWS,
  STARTER_HOUR,
  STARTER_TEMPLATES,
  type StarterFlow,
} from '../../../../../domain/reminders/starter-flows.ts'
import { audit } from '../../../../platform/audit.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { insertTemplate, selectTemplates } from '../../../mail-templates/index.ts'
import { countFlows, insertFlow } from '../../store/flows.ts'
import { readFlow } from './read-flow.ts'

const STEP_ID_BYTES = 9
/** The list of flows shows all of them. */
const MAX_FLOWS = 50

/**
 * Adds a flow as a draft. Its templates are added too, unless the account has some of these names. Refuses a name that is
 * taken beside `name`, and wrong_state at the limit.
 */
export async function createFlow(ctx: Ctx, name: string, startFrom: StarterFlow) {
  if ((await countFlows(ctx)) >= MAX_FLOWS)
    throw refuse('wrong_state', `You can have at most ${MAX_FLOWS} flows. Delete one you don’t need.`)
  const starter = STARTER_FLOWS[startFrom]
  const templateIds = await addTemplates(ctx)
  const id = nextId(ctx)
  const steps = starter.steps.map((step) => ({
    id: ctx.app.random(STEP_ID_BYTES).toString('base64url'),
    name: step.name,
    kind: step.kind,
    anchor: step.anchor,
    offsetDays: step.offsetDays,
    hour: STARTER_HOUR,
    templateId: step.template && templateIds.get(STARTER_TEMPLATES[step.template].name)!,
    text: step.text ?? '',
    members: [],
    repeatDays: step.repeatDays ?? 0,
    repeatTimes: step.repeatTimes ?? 0,
    minRemainingMinor: '0',
    attachPdf: step.template !== null,
    copies: [],
    sender: null,
  }))
  const draft = { gapDays: starter.gapDays, steps }
  if (!(await insertFlow(ctx, { id, name, draft })))
    throw refuseFields({ name: ['You have a flow of this name already.'] })
  await audit(ctx, 'reminders.create-flow', { type: 'reminder_flow', id }, { name })
  return readFlow(ctx, id)
}

/** Returns the ids of the account's templates by name. */
async function addTemplates(ctx: Ctx): Promise<ReadonlyMap<string, string>> {
  for (const template of Object.values(STARTER_TEMPLATES)) await insertTemplate(ctx, template)
  return new Map((await selectTemplates(ctx)).map(({ name, id }) => [name, id]))
}

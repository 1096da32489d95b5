import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { readAccountRow, selectMembers } from '../../../accounts/index.ts'
import { selectTemplates } from '../../../mail-templates/index.ts'
import { changeFlow, findDefaultFlow, findFlowNamed, keepGroups, setFlowGroups } from '../../store/flows.ts'
import type { FlowRow } from '../../tables.ts'
import { findUsableChannels } from '../channels/find-channels.ts'
import { lockRevision } from './lock-revision.ts'
import { readDefinition, toStored } from './read-definition.ts'
import { readFlow } from './read-flow.ts'
import type { KnownRecords } from './read-step.ts'

type Body = InputOf<typeof contract.reminderFlows.update>['body']

/**
 * Changes name and groups at once, and saves the draft, which sends nothing until it is published. Refuses not_found,
 * wrong_state after another change, and invalid input beside its field.
 */
export async function updateFlow(ctx: Ctx, id: string, body: Body) {
  const flow = await lockRevision(ctx, id, body.revision)
  if (body.draft === null && flow.live_version === null)
    throw refuse('wrong_state', 'This flow was never published. Delete it to discard its draft.')
  const draft = body.draft && toStored(readDefinition(body.draft, await readKnownRecords(ctx)))
  if ((await findFlowNamed(ctx, body.name, id)) !== null)
    throw refuseFields({ name: ['You have a flow of this name already.'] })
  await changeGroups(ctx, flow, body)
  await changeFlow(ctx, id, { name: body.name, covers: body.covers, draft })
  await audit(ctx, 'reminders.update-flow', { type: 'reminder_flow', id }, { name: body.name })
  return readFlow(ctx, id)
}

/** Reads what the steps of a definition may name. */
const readKnownRecords = async (ctx: Ctx): Promise<KnownRecords> => ({
  currency: (await readAccountRow(ctx)).currency,
  templateIds: new Set((await selectTemplates(ctx)).map(({ id }) => id)),
  memberIds: new Set((await selectMembers(ctx)).map(({ userId }) => userId)),
  channels: new Map((await findUsableChannels(ctx)).map((channel) => [channel.kind, channel])),
})

async function changeGroups(ctx: Ctx, flow: FlowRow, { covers, groups }: Body): Promise<void> {
  const chosen = covers === 'groups' ? [...new Set(groups)] : []
  if (covers === 'groups' && chosen.length === 0)
    throw refuseFields({ groups: ['Choose at least one group.'] })
  if ((await keepGroups(ctx, chosen)) < chosen.length)
    throw refuseFields({ groups: ['One of these groups does not exist. Reload the page.'] })
  const other =
    covers === 'everyone_else' && flow.on_since !== null ? await findDefaultFlow(ctx, flow.id) : null
  if (other !== null) throw refuseFields({ covers: [`“${other}” covers everyone else already.`] })
  const taken = await setFlowGroups(ctx, flow.id, chosen)
  if (taken.length > 0)
    throw refuseFields({ groups: [`These groups have a flow already: ${taken.join(', ')}.`] })
}

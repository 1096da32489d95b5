import type { ChannelAnswer } from '../../../../gateways/channels/port.ts'
import { TemplateProblem } from '../../../mail-templates/index.ts'

/** Holds a message whose text can't be rendered. */
export async function holdUnrendered(send: () => Promise<ChannelAnswer>): Promise<ChannelAnswer> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof TemplateProblem) return { outcome: 'held', reason: 'template_problem' }
    throw error
  }
}

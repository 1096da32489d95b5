import { STEP_CHANNELS, type StepChannelFacts } from '../../../../domain/reminders/step-channels.ts'
import { useFlows } from '../flows/use-flows.ts'

const OWN: readonly StepChannelFacts[] = Object.values(STEP_CHANNELS)

/** Returns the kinds of steps that the account may choose: those of every installation until they are read. */
export const useStepChannels = (): readonly StepChannelFacts[] => useFlows().data?.channels ?? OWN

/** Returns the channel of a step. One that the account may no longer choose shows its kind and a text. */
export const channelOf = (channels: readonly StepChannelFacts[], kind: string): StepChannelFacts =>
  channels.find((one) => one.kind === kind) ??
  OWN.find((one) => one.kind === kind) ?? {
    kind,
    label: kindWord(kind),
    help: '',
    text: 'optional',
    members: 'none',
  }

/** Name of a kind of step in lists: 'Staff note'. */
export function kindWord(kind: string): string {
  const own = OWN.find((one) => one.kind === kind)
  const words = kind.replaceAll('_', ' ')
  return own?.label ?? words.charAt(0).toUpperCase() + words.slice(1)
}

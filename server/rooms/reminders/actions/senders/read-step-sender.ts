import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import type { StepSender } from '../../../../../domain/reminders/step-sender.ts'

type Draft = NonNullable<InputOf<typeof contract.reminderFlows.update>['body']['draft']>
/** A sender as the API shows it. */
type ShownSender = Draft['steps'][number]['sender']

/** Reads the sender of a step, and calls `refuse` when it is incomplete or left the account. */
export function readStepSender(
  sender: ShownSender,
  { memberIds }: { readonly memberIds: ReadonlySet<string> },
  refuse: (message: string) => void,
): StepSender | null {
  if (sender === null) return null
  const { member, name, email } = sender
  if (member === null) {
    if (name === '') refuse('Enter the sender’s name.')
    else if (email === '') refuse('Enter the address that gets the answers.')
    return { memberId: null, name, email }
  }
  if (!memberIds.has(member)) refuse('This person is not on your team any more. Choose another sender.')
  return { memberId: member, name, email: '' }
}

/** Converts a sender to the API's shape. */
export const showSender = (sender: StepSender | null): ShownSender =>
  sender && { member: sender.memberId, name: sender.name, email: sender.email }

/** A choice in the editor of a flow: how a step goes out, and which of its fields that uses. */
export interface StepChannelFacts {
  /** Kind of the steps that go out by it. */
  readonly kind: string
  readonly label: string
  /** One sentence in the editor: what the step does. */
  readonly help: string
  /** `template`: a template of an email. Otherwise whether the step needs a text of its own. */
  readonly text: 'template' | 'required' | 'optional'
  /** How many members of the account a step names. */
  readonly members: 'none' | 'one' | 'several'
}

/** Channels that every installation has. */
export const STEP_CHANNELS = {
  email: {
    kind: 'email',
    label: 'Email',
    help: 'Emails the customer, with a link that pays each invoice.',
    text: 'template',
    members: 'none',
  },
  task: {
    kind: 'task',
    label: 'Task',
    help: 'Opens a task in your worklist.',
    text: 'optional',
    members: 'one',
  },
  staff_note: {
    kind: 'staff_note',
    label: 'Staff note',
    help: 'Emails a note to people of your company.',
    text: 'required',
    members: 'several',
  },
} as const satisfies Record<string, StepChannelFacts>

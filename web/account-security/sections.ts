/** Headings and descriptions of the sections, shared by both apps. */
export const SECTIONS = {
  password: {
    title: 'Password',
    description: 'A new password logs you out on every other device and browser.',
  },
  twoStep: {
    title: 'Two-step login',
    description:
      'Besides your password, logging in then takes a code of an app on your phone. Whoever learns your password gets no further.',
  },
  places: {
    title: 'Where you are logged in',
    description: "Log out elsewhere if there is a place that you don't know.",
  },
} as const

/** Formats an instant of the API as the app writes it: the date, and the date with the time. */
export interface InstantWords {
  readonly day: (instant: string) => string
  readonly moment: (instant: string) => string
}
